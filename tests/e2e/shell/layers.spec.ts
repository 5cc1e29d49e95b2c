import type { Locator, Page } from '@playwright/test'
import { about, addAction, chooseArea, fillIn, goOffline, make, nextPush, open, photo, rowOf, takePhoto } from '../helpers/actions.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { expectClosesByBack, layersInHistory } from '../helpers/layers.ts'
import { at, drawn, ground, hashOf, marker, openMap, panel, screenOf } from '../helpers/maps.ts'
import { logIn } from '../helpers/people.ts'
import { enterCode, north, positionOf } from '../helpers/places.ts'

const pressing = (button: Locator, layer: Locator) => async () => {
  await button.click()
  return layer
}
const pressed = (page: Page, name: string | RegExp, layer: Locator) => pressing(page.getByRole('button', { name }), layer)
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** With a finger. Only the map's sheets have their own gesture (features/trail-map/panels/panel.tsx). The phone's back swipe is Back. */
async function swipeDown(page: Page, handle: Locator) {
  const box = await handle.boundingBox()
  if (!box) throw new Error('no handle')
  const x = box.x + box.width / 2
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: box.y + 12 }] })
  for (const by of [12, 24, 36, 48])
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: box.y + 12 + by }] })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

test('NAV-B1 a visitor’s menus, search, Emergency and confirmations close with Back and Escape', { tag: '@core' }, async ({ page }) => {
  await page.goto('/')
  await expectClosesByBack(page, 'app/shell/menu/phone-menu.tsx', pressed(page, 'Menu', dialog(page, 'Main menu')))
  // Emergency at the foot of the menu replaces the menu.
  await page.getByRole('button', { name: 'Menu' }).click()
  await dialog(page, 'Main menu').getByRole('link', { name: 'Emergency' }).click()
  await expect(dialog(page, 'Emergency')).toBeVisible()
  await expect(dialog(page, 'Main menu')).toBeHidden()
  await expect.poll(() => layersInHistory(page)).toBe(1)
  await page.goBack()
  await expect(dialog(page, 'Emergency')).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  const emergency = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Emergency' })
  await expectClosesByBack(page, 'features/emergency/emergency-layer.tsx', pressing(emergency, dialog(page, 'Emergency')))
  // If one layer is above another, Back closes the upper one first.
  await emergency.click()
  const call = dialog(page, 'Emergency').getByRole('link', { name: 'Call 000' })
  await expectClosesByBack(page, 'features/emergency/call/call.tsx', pressing(call.last(), dialog(page, 'Call 000 now?')))
  await call.last().click()
  await expect(dialog(page, 'Call 000 now?')).toBeVisible()
  await page.goBack()
  await expect(dialog(page, 'Emergency')).toBeVisible()
  await page.goBack()
  await expect(dialog(page, 'Emergency')).toBeHidden()
  await expect(page).toHaveURL('/')

  await page.goto('/information/emergency')
  // Until the app has started, the link calls the number.
  await expect(page.getByRole('status', { name: 'Messages' })).toBeAttached()
  const number = page.getByRole('article').getByRole('link', { name: '000' }).first()
  await expectClosesByBack(page, 'parts/emergency/call-dialog.tsx', pressing(number, dialog(page, 'Call 000?')))
  await expectClosesByBack(page, 'parts/page/search-dialog.tsx', pressed(page, 'Search information', page.getByRole('dialog')))
  await page.goto('/trails/bay-of-fires')
  await expect(page.getByRole('status', { name: 'Messages' })).toBeAttached()
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await expectClosesByBack(page, 'parts/alerts/follow-dialog.tsx', pressing(follow, dialog(page, 'Follow Bay of Fires')))
})

test('NAV-B1 on the Emergency page, Back closes the call dialog and returns to the code', { tag: '@core' }, async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...north(await positionOf(page, 'SH09'), 20), accuracy: 8 })
  await page.goto('/emergency')
  const call = page.getByRole('link', { name: 'Call 000' }).last()
  await expectClosesByBack(page, 'features/emergency/call/call.tsx', pressing(call, dialog(page, 'Call 000 now?')))
  const other = page.getByRole('button', { name: 'At another post? Enter its code' })
  await expectClosesByBack(page, 'features/emergency/emergency-screen.tsx', async () => {
    if (await other.isVisible()) {
      await other.click()
      await enterCode(page, 'BF Bay of Fires', '17')
    } else {
      await page.getByRole('button', { name: '7', exact: true }).click()
    }
    return page.getByRole('alert').filter({ hasText: 'BF17 is 24 km from this phone' })
  })
})

test('NAV-B1 the map’s sheets and search close with Back, Escape and a swipe down, and the map keeps its position', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openMap(page, '/map#-41.36230,148.22535,16')
  await expectClosesByBack(page, 'parts/page/search-dialog.tsx', pressed(page, 'Search the map', dialog(page, 'Search the map')))
  await expectClosesByBack(page, 'features/trail-map/layers/layers-panel.tsx', pressed(page, 'Layers', panel(page, 'Layers')))
  const list = pressed(page, 'Trails in view', panel(page, 'Trails in view'))
  await expectClosesByBack(page, 'features/trail-map/panels/in-view-panel.tsx', list)
  const spot = await screenOf(page, { lat: -41.3622965, lng: 148.225349 })
  await expectClosesByBack(page, 'features/trail-map/popup/tap-chooser.tsx', async () => {
    await page.mouse.click(spot.x, spot.y)
    return panel(page, 'Which one?')
  })
  await expectClosesByBack(page, 'features/trail-map/popup/place-popup.tsx', async () => {
    await page.mouse.click(spot.x, spot.y, { button: 'right' })
    return panel(page, /-41\.36/)
  })
  // The address contains the item while its sheet is open. After Back, the page is the map without an item.
  const found = (what: string, sheet: Locator) => async () => {
    await page.getByRole('button', { name: 'Search the map' }).click()
    await dialog(page, 'Search the map').getByRole('combobox').fill(what)
    await dialog(page, 'Search the map').getByRole('option', { name: what }).first().click()
    return sheet
  }
  const trail = panel(page, 'Wedged In, trail')
  await expectClosesByBack(page, 'features/trail-map/popup/trail-sheet.tsx', found('Wedged In', trail))
  const place = panel(page, 'Bay of Fires start')
  await expectClosesByBack(page, 'features/trail-map/popup/site-popup.tsx', found('Bay of Fires start', place))

  await found('Bay of Fires start', place)()
  await expect(page).toHaveURL(/show=places/)
  await swipeDown(page, place.getByRole('button', { name: 'Show more' }))
  await expect(place).toBeHidden()

  const sh10 = marker('SH10')
  await openMap(page, `/map${at(sh10, 16)}`)
  await expectClosesByBack(page, 'features/trail-map/popup/post-sheet.tsx', async () => {
    // The sheet has moved the map, so that the post is above it.
    await drawn(page)
    const post = await screenOf(page, sh10)
    await page.mouse.click(post.x, post.y)
    return panel(page, 'Emergency post SH10')
  })

  await list()
  const before = hashOf(page)
  await ground(page).press('ArrowRight')
  await expect.poll(() => hashOf(page)).not.toBe(before)
  await drawn(page)
  const moved = hashOf(page)
  await page.goBack()
  await expect(panel(page, 'Trails in view')).toBeHidden()
  expect(hashOf(page)).toBe(moved)
})

test('NAV-B1 a link in a layer navigates, and Back then returns in one step to the page below', async ({ page }) => {
  await page.goto('/help')
  await page.getByRole('button', { name: 'Menu' }).click()
  await dialog(page, 'Main menu').getByRole('link', { name: 'Settings and help' }).click()
  await expect(page).toHaveURL('/account/settings')
  await expect(dialog(page, 'Main menu')).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await dialog(page, 'Main menu').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/account/settings')
  await page.goBack()
  await expect(page).toHaveURL('/help')

  // Back restores the map's address, which includes the sheet.
  await openMap(page, '/map?show=emergency-markers:BF17')
  const sheet = panel(page, /BF17/)
  await expect(sheet).toBeVisible()
  const link = sheet.getByRole('link').filter({ hasNotText: /call/i }).first()
  const to = await link.getAttribute('href')
  await link.click()
  await expect(page).toHaveURL(new RegExp(`${to?.split(/[?#]/)[0]}`))
  await page.goBack()
  await expect(page).toHaveURL(/\/map\?show=emergency-markers:BF17/)
  await expect(sheet).toBeVisible()
})

test('NAV-B1 Forward doesn’t reopen a closed layer, and after a reload Back leaves the page below', async ({ page }) => {
  await page.goto('/help')
  await page.getByRole('button', { name: 'Menu' }).click()
  await dialog(page, 'Main menu').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(dialog(page, 'Main menu')).toBeVisible()
  await page.goBack()
  await expect(dialog(page, 'Main menu')).toBeHidden()
  await page.goForward()
  await expect.poll(() => layersInHistory(page)).toBe(0)
  await expect(page).toHaveURL('/')
  await expect(dialog(page, 'Main menu')).toBeHidden()

  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(dialog(page, 'Main menu')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('status', { name: 'Messages' })).toBeAttached()
  await expect.poll(() => layersInHistory(page)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/help')
})

test('NAV-B1 the confirmation for unsaved edits closes with Back, and Leave still leaves', { tag: '@core' }, async ({ page }) => {
  await page.goto('/help')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Register' }).click()
  // The previous page also has an email field, so the test waits for the form.
  await page.getByLabel('Display name').fill('Robin Hill')
  await page.getByLabel('Email').fill('robin@example.org')
  const question = dialog(page, 'Abandon unsaved changes?')
  await expectClosesByBack(page, 'ui/form/unsaved-edits.tsx', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Go Back' }).click()
    return question
  })
  await page.goBack()
  await expect(question).toBeVisible()
  await expect(page).toHaveURL('/register')
  await expect.poll(() => page.evaluate(() => history.state?.layer)).toBe(1)
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue('robin@example.org')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await page.goForward()
  await expect(page).toHaveURL('/register')
})

test('NAV-B1 layers on the list of Actions close with Back and Escape, and a filter selected in one of them stays', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'manager')
  const word = about('Layers').replaceAll(' ', '')
  const [first] = await make(page, [{ description: `${word} one`, rating: 'Low' }, { description: `${word} two` }])
  await page.goto('/actions/outstanding?rating=Low,Unrated')
  await page.getByRole('textbox', { name: 'Search Actions' }).fill(word)
  const row = rowOf(page, `${word} one`)
  await expect(row).toBeVisible()
  // The address follows the typing.
  await expect(page).toHaveURL(new RegExp(`text=${word}`))
  await expectClosesByBack(
    page,
    'app/shell/menu/quick-add-menu.tsx',
    pressing(page.getByRole('banner').getByRole('button', { name: 'Add' }), page.getByRole('menu')),
  )
  await expectClosesByBack(page, 'features/actions/triage/saved-views.tsx', async () => {
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    return dialog(page, 'Save this view')
  })
  await expectClosesByBack(page, 'parts/record-table/table-toolbar.tsx', pressed(page, 'Sort and group', page.getByRole('menu')))

  const filters = page.getByRole('group', { name: 'Filters' })
  const status = async () => {
    await filters.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    return page.getByRole('menu', { name: 'Status' })
  }
  await expectClosesByBack(page, 'features/actions/triage/filter-bar.tsx', status)
  await status()
  await page.getByRole('menuitemcheckbox', { name: 'Open' }).click()
  await expect(page).toHaveURL(/status=Open/)
  await page.goBack()
  await expect(page.getByRole('menu', { name: 'Status' })).toBeHidden()
  await expect(page).toHaveURL(/status=Open/)
  await expect(filters.getByRole('button', { name: 'Status Open' })).toBeVisible()

  for (const name of ['one', 'two']) await page.getByRole('checkbox', { name: `Select ${word} ${name}` }).check()
  const bar = page.getByRole('region', { name: 'Selected Actions' })
  const rate = pressing(bar.getByRole('button', { name: 'Rate' }), page.getByRole('menu', { name: 'Rate' }))
  await expectClosesByBack(page, 'features/actions/triage/pick-menu.tsx', rate)
  const assign = pressing(bar.getByRole('button', { name: 'Assign' }), page.getByRole('dialog', { name: /^Assign/ }))
  await expectClosesByBack(page, 'parts/person/person-picker.tsx', assign)
  await expectClosesByBack(page, 'features/actions/triage/merge-dialog.tsx', pressed(page, 'Merge duplicates', dialog(page, /^Merge 2/)))
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await expectClosesByBack(page, 'features/actions/triage/keys-dialog.tsx', async () => {
    await row.focus()
    await page.keyboard.press('?')
    return dialog(page, 'Keyboard shortcuts')
  })
  const beside = page.getByRole('region', { name: /^Action \d{4}$/ })
  await expectClosesByBack(page, 'features/actions/triage/action-panel.tsx', pressing(row.getByText(`${word} one`), beside))
  await row.getByText(`${word} one`).click()
  await expect.poll(() => layersInHistory(page)).toBe(1)
  const resolve = pressing(beside.getByRole('button', { name: 'Resolve' }), dialog(page, /^Resolve/))
  await expectClosesByBack(page, 'features/actions/triage/resolve-dialog.tsx', resolve)
  await expect(beside).toBeVisible()

  await page.goto('/actions/outstanding?view=board')
  await page.getByRole('textbox', { name: 'Search Actions' }).fill(word)
  await expect(page).toHaveURL(new RegExp(`text=${word}`))
  await expectClosesByBack(page, 'features/actions/triage/waiting-dialog.tsx', async () => {
    await page
      .getByRole('list', { name: 'Open', exact: true })
      .getByRole('link', { name: `${word} one` })
      .focus()
    for (const key of ['m', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    return page.getByRole('dialog')
  })

  await page.goto(`/actions/view/${first}`)
  await expectClosesByBack(page, 'ui/dialog/ask-first.tsx', pressed(page, 'Delete', dialog(page, /^Delete this Action/)))
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await page.getByLabel('What was done').fill('Cleared.')
  await page.getByRole('button', { name: 'Mark as resolved' }).click()
  await expectClosesByBack(page, 'features/actions/triage/reopen-dialog.tsx', pressed(page, 'Reopen', dialog(page, /^Reopen/)))
  const restore = page
    .getByRole('region', { name: 'Changes' })
    .getByRole('button', { name: /^Restore the version from/ })
    .first()
  await expectClosesByBack(page, 'parts/record/record-history.tsx', pressing(restore, dialog(page, /^Restore the version from/)))
})

test('NAV-B1 layers on forms, photos and unsent changes close with Back and Escape', { tag: '@service-worker' }, async ({
  page,
  context,
}) => {
  await logIn(page, 'manager')
  await page.goto('/updates/add')
  const network = page.getByRole('region', { name: 'St Helens', exact: true })
  await network.getByRole('radio', { name: 'Closed', exact: true }).check()
  await network.getByLabel('Message').fill('Burn-off')
  const send = page.getByRole('main').getByRole('button', { name: 'Send' })
  await expectClosesByBack(
    page,
    'features/trail-status/update/update-confirm.tsx',
    pressing(send, dialog(page, 'Are you sure you want to send this?')),
  )

  await page.goto('/geopoints/line/old-salty-dog')
  await expectClosesByBack(page, 'features/points/trail-line-map.tsx', pressed(page, /^Draw/, page.getByRole('dialog')))

  const description = about('Photo')
  await page.goto('/actions/add?at=-41.17532,148.11210')
  await expectClosesByBack(page, 'parts/place/move-pin.tsx', pressed(page, 'Move the pin', dialog(page, 'Move the pin')))
  await takePhoto(page, await photo(page, 800, 600))
  await expectClosesByBack(page, 'parts/problem/photos-dialog.tsx', pressed(page, /^1 photo/, dialog(page, 'Photos')))
  await page.getByLabel('Brief description of problem').fill(description)
  await chooseArea(page)
  const sent = nextPush(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await sent
  await page.goto('/actions/outstanding')
  await open(page, description)
  const tile = page.getByRole('region', { name: 'Photo' }).locator('button.photo')
  await expectClosesByBack(page, 'parts/photo/photo-dialog.tsx', pressing(tile, dialog(page, 'Photo')))
  await expectClosesByBack(
    page,
    'parts/photo/blur-dialog.tsx',
    pressed(page, 'Blur faces and plates', dialog(page, 'Blur faces and plates')),
  )

  // The server refuses the photo, so the person must discard it.
  const refusal = { code: 'photo-unreadable', detail: 'This is not a photo.' }
  await context.route('**/api/photos/*', (route) =>
    route.fulfill({ status: 415, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
  )
  await page.goto('/actions/add')
  await takePhoto(page, await photo(page, 800, 600))
  await fillIn(page, about('Refused'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/actions/outstanding')
  await page.goto('/waiting')
  const refused = page.getByRole('region', { name: 'Photo not sent' })
  const discard = pressing(refused.getByRole('button', { name: 'Discard' }), dialog(page, 'Discard this photo?'))
  await expectClosesByBack(page, 'ui/dialog/ask-first.tsx', discard)
  await discard()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(refused).toBeHidden()

  await page.goto('/account/details')
  await page.getByRole('link', { name: 'Delete account' }).click()
  await expect(page).toHaveURL('/delete-account')
  // The layer has its own address, and therefore a history entry.
  await page.goBack()
  await expect(page).toHaveURL('/account/details')
  await page.getByRole('link', { name: 'Delete account' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(() => history.state?.layer ?? 0), 'features/account/delete-account.tsx').toBe(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/account/details')

  await goOffline(page, context)
  await addAction(page, about('Not sent'))
  await page.goto('/account/details')
  const logout = pressed(page, /^Log out/, dialog(page, 'Log out with 1 unsent change?'))
  await expectClosesByBack(page, 'features/account/account-details.tsx', logout)
})

test('NAV-B1 forms in Settings close with Back and Escape, and the identity question returns to the form with its entries', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await logIn(page, 'admin', '/management/settings/keys')
  const form = dialog(page, 'Add a webhook')
  await expectClosesByBack(page, 'features/webhooks/add-webhook.tsx', pressed(page, 'Add a webhook', form))
  const make = pressed(page, 'Create API key', dialog(page, 'Create API key'))
  await expectClosesByBack(page, 'features/keys/make-key.tsx', make)
  // The question replaces the form. Back and Escape return to the form with its entries.
  const file = 'parts/person/identity-dialog.tsx'
  const identity = dialog(page, 'Confirm it’s you')
  const filled = await make()
  const name = about('Key')
  await filled.getByLabel('Name', { exact: true }).fill(name)
  await filled.getByRole('checkbox', { name: /^Read status/ }).check()
  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await filled.getByRole('button', { name: 'Continue' }).click()
    await expect(identity, file).toBeVisible()
    await leave()
    await expect(identity, file).toBeHidden()
    await expect(filled.getByLabel('Name', { exact: true }), file).toHaveValue(name)
    await expect.poll(() => layersInHistory(page), file).toBe(1)
  }
  await page.goBack()
  await expect(filled).toBeHidden()
  await expect.poll(() => layersInHistory(page), file).toBe(0)
})

test('NAV-B1 a hash typed into the URL moves the map while a sheet is open, and Back still closes the sheet', async ({ page }) => {
  await openMap(page, '/map#-41.36230,148.22535,16')
  await page.getByRole('button', { name: 'Layers' }).click()
  await expect(panel(page, 'Layers')).toBeVisible()
  for (const hash of ['#-41.36230,148.22535,14', '#-41.17045,148.12125,15']) await page.goto(`/map${hash}`)
  await expect(page).toHaveURL('/map#-41.17045,148.12125,15')
  await drawn(page)
  expect(hashOf(page)).toBe('#-41.17045,148.12125,15')
  await expect(panel(page, 'Layers')).toBeVisible()
  await page.goBack()
  await expect(panel(page, 'Layers')).toBeHidden()
  expect(hashOf(page)).toBe('#-41.17045,148.12125,15')
})
