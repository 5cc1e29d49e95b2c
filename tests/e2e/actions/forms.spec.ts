import { expect, test } from '../helpers/e2e-test.ts'
import { layersInHistory } from '../helpers/layers.ts'
import { emailOf, logIn, register } from '../helpers/people.ts'

test('FORM-01 Save is disabled while the form is unchanged, invalid or being submitted', { tag: '@core' }, async ({ page }) => {
  await register(page)
  await page.goto('/account/profile')
  const save = page.getByRole('button', { name: 'Save' })
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await expect(save).toBeDisabled()
  await phone.fill('0491 570 156')
  await expect(save).toBeEnabled()
  await phone.fill('call me')
  await expect(save).toBeDisabled()
  await phone.blur()
  await expect(page.getByText('Invalid phone number')).toBeVisible()
  await phone.fill('')
  await expect(save).toBeDisabled()
  await phone.fill('0491 570 157')
  let release = () => {}
  await page.route('**/api/me', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return route.continue()
  })
  await save.click()
  await expect(save).toBeDisabled()
  release()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(save).toBeDisabled()
})

test('FORM-01 Send is disabled until there is something to send', async ({ page }) => {
  await page.goto('/reset-password')
  const send = page.getByRole('button', { name: 'Send' })
  await expect(send).toBeDisabled()
  await page.getByLabel('Email').fill('no address')
  await expect(send).toBeDisabled()
  await page.getByLabel('Email').fill(emailOf('member'))
  await expect(send).toBeEnabled()
})

test('FORM-01 an error shown when the person leaves a field doesn’t move the clicked element away from the pointer', async ({ page }) => {
  await logIn(page, 'member', '/actions/add')
  const description = page.getByLabel('Brief description of problem')
  await description.focus()
  const label = page.getByText('Someone could get hurt here', { exact: true })
  // This message appears once the location is unavailable. From then on, nothing above the label moves.
  await expect(page.getByText('Location is off for this site.')).toBeVisible()
  await label.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await label.boundingBox()
  if (!box) throw new Error('the form has no such field')
  // At the upper edge, even a small shift would move the label away from the pointer.
  await page.mouse.move(box.x + box.width / 2, box.y + 4)
  await page.mouse.down()
  await expect(description).not.toBeFocused()
  await page.mouse.up()
  await expect(page.getByRole('checkbox', { name: 'Someone could get hurt here' })).toBeChecked()
  await expect(description).toHaveAttribute('aria-invalid', 'true')
})

test('FORM-02 unsaved edits prompt before the person leaves: Stay keeps them and Leave discards them', { tag: '@core' }, async ({
  page,
}) => {
  await register(page)
  await page.goto('/account/details')
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('textbox', { name: 'Phone' }).fill('0491 570 156')
  const dialog = page.getByRole('dialog', { name: 'Abandon unsaved changes?' })
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('0491 570 156')
  await expect.poll(() => layersInHistory(page)).toBe(0)
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/account/profile')
  await expect.poll(() => layersInHistory(page)).toBe(0)
  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/account/details')
})

test('FORM-02 the browser warns before a page with unsaved edits is closed or reloaded, and never after saving', { tag: '@core' }, async ({
  page,
}) => {
  await register(page)
  await page.goto('/account/profile')
  const warnings: string[] = []
  page.on('dialog', async (dialog) => {
    warnings.push(dialog.type())
    await dialog.accept()
  })
  await page.getByRole('textbox', { name: 'Phone' }).fill('0491 570 156')
  await page.reload()
  expect(warnings).toEqual(['beforeunload'])
  await page.getByRole('textbox', { name: 'Phone' }).fill('0491 570 156')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.reload()
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/account/settings')
  expect(warnings).toEqual(['beforeunload'])
  await page.goto('/change-name')
  await page.getByLabel('New name').fill('Robin Vale')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/account/details')
  expect(warnings).toEqual(['beforeunload'])
})

test('the login form sends values that a password manager filled in without events', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').waitFor()
  await page.evaluate(
    ([email, password]) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(document.querySelector('input[name=email]'), email)
      set?.call(document.querySelector('input[name=password]'), password)
    },
    [emailOf('member'), 'trailwarden sample'],
  )
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('You’re logged in')).toBeVisible()
})

test('fields have autocomplete hints for password managers, are 56 px high, and use 16 px text', async ({ page }) => {
  await page.goto('/login')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await expect(field('Email')).toHaveAttribute('autocomplete', 'username')
  await expect(field('Password')).toHaveAttribute('autocomplete', 'current-password')
  for (const label of ['Email', 'Password']) {
    await expect(field(label)).toHaveCSS('font-size', '16px')
    expect((await field(label).boundingBox())?.height).toBeGreaterThanOrEqual(56)
  }
  await page.goto('/register')
  await expect(field('Password')).toHaveAttribute('autocomplete', 'new-password')
})
