import { runDeployedApp } from '@trailwarden/testkit/app/running-app'
import { expectAccessible } from '../helpers/axe.ts'
import { DESKTOP, expect, test } from '../helpers/e2e-test.ts'
import { emailOf, fillLogin, newEmail, PASSWORD } from '../helpers/people.ts'
import { copySites } from '../helpers/sites.ts'

test('ACC-11 if approval is required, people apply, get an invitation and set a password; if only invitations are accepted, nobody can apply', {
  tag: ['@core', '@service-worker'],
}, async ({ page, browser, mailbox }) => {
  test.slow()
  await page.setViewportSize(DESKTOP)
  const sites = copySites({ signIn: { registration: 'confirmed' } })
  const app = await runDeployedApp({ SMTP_URL: mailbox.url, SITES_DIR: sites.folder })
  const elsewhere = await browser.newContext({ baseURL: app.url })
  try {
    const theirs = await elsewhere.newPage()
    const [email, unwanted] = [newEmail(), newEmail()]
    await theirs.goto('/login')
    await theirs.getByRole('link', { name: 'Register' }).click()
    await expectAccessible(theirs)
    for (const [name, address] of [
      ['Nora Quist', email],
      ['Spam Robot', unwanted],
    ] as const) {
      await theirs.goto('/register')
      await theirs.getByLabel('Display name').fill(name)
      await theirs.getByLabel('Email').fill(address)
      await theirs.getByRole('button', { name: 'Send request' }).click()
      await expect(theirs.getByRole('note')).toContainText(`we’ll send a link to ${address} so you can set your password`)
    }

    await page.goto(`${app.url}/login?next=/management/users`)
    await fillLogin(page, emailOf('manager'))
    const requests = page.getByRole('region', { name: '2 people have requested an account' })
    await expect(requests).toContainText(email)
    await expectAccessible(page)
    await page.setViewportSize(DESKTOP)
    await requests.getByRole('button', { name: 'Decline Spam Robot' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByText('Request declined')).toBeVisible()
    await page.getByRole('button', { name: 'Approve Nora Quist' }).click()
    await expect(page.getByText('Invitation sent', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: /requested an account/ })).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText(/Invited/)

    await theirs.goto(await mailbox.linkTo(email, /Your account/))
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await theirs.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Save' }).click()
    await expect(theirs).toHaveURL('/login')
    await fillLogin(theirs, email)
    await expect(theirs.getByText('You’re logged in')).toBeVisible()
    expect(mailbox.countTo(unwanted)).toBe(0)

    await app.stop()
    sites.change({ signIn: { registration: 'invited' } })
    await app.start()
    const visitor = await (await browser.newContext({ baseURL: app.url })).newPage()
    await visitor.goto('/login')
    await expect(visitor.getByRole('link', { name: 'Support' })).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Register', exact: true })).toBeHidden()
    await visitor.goto('/register')
    await expect(visitor.getByText('Accounts are by invitation only.')).toBeVisible()
    await expect(visitor.getByLabel('Email')).toBeHidden()
    await visitor.context().close()
  } finally {
    await elsewhere.close()
    await app.stop()
    sites.remove()
  }
})
