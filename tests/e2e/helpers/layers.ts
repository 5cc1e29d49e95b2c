/**
 * The keys are files under `apps/web/src`, which `tools/check/closable-layers.test.ts` compares with the table. A layer closes with Back,
 * Escape and the phone's back swipe. Select lists, hints, toasts, collapsible sections and the bar of selected Actions aren't layers.
 */
import { expect, type Locator, type Page } from '@playwright/test'

const LAYERS = {
  'app/shell/menu/phone-menu.tsx': 'Main menu',
  'app/shell/prompts.tsx': 'A new version is ready',
  'app/shell/menu/quick-add-menu.tsx': 'Add',
  'features/account/account-details.tsx': 'Log out with unsent changes?',
  'features/account/delete-account.tsx': 'Delete account, at its own address',
  'features/actions/triage/action-panel.tsx': 'Action beside the list',
  'features/actions/triage/filter-bar.tsx': 'Filter of Actions',
  'features/actions/triage/keys-dialog.tsx': 'Keyboard shortcuts',
  'features/actions/triage/merge-dialog.tsx': 'Merge duplicates',
  'features/actions/triage/pick-menu.tsx': 'Rate',
  'features/actions/triage/reopen-dialog.tsx': 'Reopen an Action',
  'features/actions/triage/resolve-dialog.tsx': 'Resolve an Action',
  'features/actions/triage/saved-views.tsx': 'Save this view',
  'features/actions/triage/waiting-dialog.tsx': 'Set an Action to Waiting',
  'features/emergency/call/call.tsx': 'Call 000 now?',
  'features/emergency/emergency-layer.tsx': 'Emergency',
  'features/emergency/emergency-screen.tsx': 'The code and the phone disagree',
  'features/offline-maps/map-menu.tsx': 'More options for a map',
  'features/offline-maps/offline-maps-card.tsx': 'Remove a map, mobile data',
  'features/points/trail-line-map.tsx': 'Draw a line',
  'features/reports/follow/add-dialog.tsx': 'Add to a report',
  'features/reports/queue/decline-dialog.tsx': 'Decline a report',
  'features/webhooks/add-webhook.tsx': 'Add a webhook',
  'features/keys/make-key.tsx': 'Create API key',
  'parts/programs/secret-dialog.tsx': 'A secret that is shown once',
  'features/webhooks/webhook-row.tsx': 'More options for a webhook, and its questions',
  'features/webhooks/webhook-tries.tsx': 'Tries of a webhook',
  'features/trail-map/panels/in-view-panel.tsx': 'Trails in view',
  'features/trail-map/layers/layers-panel.tsx': 'Layers',
  'features/trail-map/popup/place-popup.tsx': 'A place on the map',
  'features/trail-map/popup/post-sheet.tsx': 'An emergency post',
  'features/trail-map/popup/site-popup.tsx': 'A place',
  'features/trail-map/popup/trail-sheet.tsx': 'A trail',
  'features/trail-map/popup/tap-chooser.tsx': 'Which one?',
  'features/trail-status/proposals/proposal-cards.tsx': 'Make this public?',
  'features/trail-status/update/update-confirm.tsx': 'Are you sure you want to send this?',
  'parts/photo/blur-dialog.tsx': 'Blur faces and plates',
  'parts/emergency/call-dialog.tsx': 'Call 000?',
  'parts/alerts/follow-dialog.tsx': 'Follow a trail',
  'parts/person/identity-dialog.tsx': 'Confirm it’s you',
  'parts/place/move-pin.tsx': 'Move the pin',
  'parts/problem/photos-dialog.tsx': 'Photos',
  'parts/person/person-picker.tsx': 'Assign',
  'parts/record-table/table-toolbar.tsx': 'Sort and group',
  'parts/photo/photo-dialog.tsx': 'A photo in full size',
  'parts/record/record-history.tsx': 'Restore a version',
  'parts/page/search-dialog.tsx': 'Search',
  'ui/dialog/ask-first.tsx': 'The question before something is deleted',
  'ui/form/unsaved-edits.tsx': 'Abandon unsaved changes?',
} as const

export const layersInHistory = (page: Page) => page.evaluate(() => (history.state?.layer as number | undefined) ?? 0)

/** Only the layer's button closes a layer that shows its content once. */
export async function expectStaysOpen(page: Page, file: keyof typeof LAYERS, layer: Locator) {
  const address = page.url()
  for (let i = 0; i < 2; i++) {
    await expect.poll(() => layersInHistory(page), file).toBe(1)
    await page.goBack()
  }
  await expect.poll(() => layersInHistory(page), file).toBe(1)
  await expect(layer, file).toBeVisible()
  await expect(page).toHaveURL(address)
}

/** The page below the layer stays in one document at one address. Set `byEscape` to false if the layer opens only once. */
export async function expectClosesByBack(page: Page, file: keyof typeof LAYERS, open: () => Promise<Locator>, { byEscape = true } = {}) {
  const document = String(Math.random())
  await page.evaluate((name) => Object.assign(window, { documentName: name }), document)
  const address = page.url().split('#')[0]
  const below = byEscape ? await layersInHistory(page) : 0
  const isStillHere = async () => {
    await expect.poll(() => layersInHistory(page), `${file}: entries in the history`).toBe(below)
    expect(page.url().split('#')[0], file).toBe(address)
    expect(await page.evaluate(() => (window as { documentName?: string }).documentName), `${file}: exit from the app`).toBe(document)
  }
  const layer = await open()
  await expect(layer, file).toBeVisible()
  await expect.poll(() => layersInHistory(page), `${file}: entry in the history`).toBe(below + 1)
  await page.goBack()
  await expect(layer, `${file}: closed by Back`).toBeHidden()
  await isStillHere()
  if (!byEscape) return
  await open()
  await expect(layer, file).toBeVisible()
  await expect.poll(() => layersInHistory(page)).toBe(below + 1)
  await page.keyboard.press('Escape')
  await expect(layer, `${file}: closed by Escape`).toBeHidden()
  await isStillHere()
}
