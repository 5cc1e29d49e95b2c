/** The windows of these browsers have no focus, so these tests can't measure the focus outline (A11Y-1). */
import { until } from './driver.ts'
import { expect, test } from './fixtures.ts'
import type { What } from './in-page.ts'
import type { Screen } from './screen.ts'

const ESCAPE = '\uE00C'

const layersInHistory = (person: Screen, count: number) =>
  until(`${count} layers in the history`, 30_000, () => person.evaluate((wanted) => (history.state?.layer ?? 0) === wanted, count))

async function expectClosesByBack(person: Screen, button: What, layer: What) {
  const [path, document] = [await person.evaluate(() => location.pathname), String(Math.random())]
  await person.evaluate((name) => void Object.assign(window, { documentName: name }), document)
  for (const close of [() => person.driver.back(), () => person.type(ESCAPE)]) {
    await person.click(button)
    await person.see(layer)
    await layersInHistory(person, 1)
    await close()
    await person.seeGone(layer)
    await layersInHistory(person, 0)
    await person.seePath(path)
  }
  expect(await person.evaluate(() => (window as { documentName?: string }).documentName)).toBe(document)
}

test('NAV-B1 Back and Escape close Emergency, the menu and a dialog, and a menu link navigates', async ({ person }) => {
  await person.visitStarted('/')
  const emergency = { role: 'link', name: 'Emergency', within: { role: 'navigation', name: 'Main', exact: true } }
  await expectClosesByBack(person, emergency, { role: 'dialog', name: 'Emergency' })
  const [menu, main] = [
    { role: 'button', name: 'Menu' },
    { role: 'dialog', name: 'Main menu' },
  ]
  await expectClosesByBack(person, menu, main)
  await person.click(menu)
  await person.click({ role: 'link', name: 'Information', within: main })
  await person.seePath('/information/about')
  await person.driver.back()
  await person.seePath('/')
  await person.seeGone(main)

  await person.visitStarted('/information/emergency')
  const number = { role: 'link', name: '000', within: { role: 'main' } }
  await expectClosesByBack(person, number, { role: 'dialog', name: 'Call 000?' })
})

test('NAV-B1 Back and Escape close a map sheet, the search and the map for moving a pin', async ({ person }) => {
  await person.visitStarted('/map')
  await expectClosesByBack(person, { role: 'button', name: 'Search the map' }, { role: 'dialog', name: 'Search the map' })
  await expectClosesByBack(person, { role: 'button', name: 'Layers' }, { role: 'region', name: 'Layers' })
  await person.visitStarted('/report?at=-41.17532,148.11210')
  await expectClosesByBack(person, { role: 'button', name: 'Move' }, { role: 'dialog', name: 'Move the pin' })
})

test('A11Y-2 navigation moves the focus to the heading and announces the title', async ({ person }) => {
  await person.visitStarted('/')
  for (const [name, path] of [
    ['Trails', '/trails'],
    ['Home', '/'],
  ] as const) {
    await person.click({ role: 'link', name, within: { role: 'navigation', name: 'Main', exact: true } })
    await person.seePath(path)
    await until(`the focus on the heading of ${path}, and its title`, 30_000, () =>
      person.evaluate(
        () =>
          document.activeElement === document.querySelector('h1') &&
          document.querySelector('[aria-live=polite]:not([role]):not(main *)')?.textContent === document.title,
      ),
    )
  }
})
