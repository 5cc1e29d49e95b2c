import { writeFileSync } from 'node:fs'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { fillLogin, newEmail, PASSWORD } from '../helpers/people.ts'

test(
  'DATA-04 after an import, a person follows the emailed link, sets a password and sees their old Action with number, author and date',
  { tag: '@service-worker' },
  async ({ page, privateApp, mailbox }, testInfo) => {
    const email = newEmail()
    const file = testInfo.outputPath('export.json')
    const stamps = { created_at: { _seconds: 1_600_000_000 }, created_by: 'uid1', created_by_name: 'Jo Berg' }
    const hazard = {
      hazard_id: '0457',
      hazard_title: 'Tree over the berm',
      hazard_activity: 'St Helens',
      hazard_status: 'Unresolved',
      ...stamps,
    }
    writeFileSync(file, JSON.stringify({ users: { uid1: { displayName: 'Jo Berg', email, role: 2, ...stamps } }, hazards: { h1: hazard } }))
    const { status, stdout } = privateApp.run('apps/server/src/ops.ts', 'import-legacy', file, '--invite')
    expect(stdout).toContain('Emails with a link to choose a password, queued now: 1.')
    expect(status).toBe(0)

    await page.setViewportSize(DESKTOP)
    await page.goto(await mailbox.linkTo(email, /Your account/))
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await fillLogin(page, email)
    await expect(page.getByText('You’re logged in')).toBeVisible()

    await page.goto(`${privateApp.url}/actions`)
    const row = page.getByRole('row').filter({ hasText: 'Tree over the berm' })
    for (const text of ['0457', 'Jo Berg', '13-Sep-20']) await expect(row).toContainText(text)
    await page.getByRole('link', { name: 'View Tree over the berm' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Action 0457')
    const changes = page.getByRole('region', { name: 'Changes' }).getByRole('listitem')
    await expect(changes).toHaveText([/^Imported from the previous app/, /^Jo Berg recorded it in the previous app.*13-Sep-20/])
  },
)
