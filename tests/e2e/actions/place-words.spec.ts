import { readFile } from 'node:fs/promises'
import { about, cardOf, nextPush, open, rowOf } from '../helpers/actions.ts'
import { DESKTOP, expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'
import { callScript, card, north, positionOf } from '../helpers/places.ts'

test('UX-1.4 EMG-R2 every screen and the file show "At BF17" beside that post, "Near" if the location is less exact, and no post off the trail', {
  tag: '@core',
}, async ({ page, context }) => {
  const post = await positionOf(page, 'BF17')
  const stand = async (place: { latitude: number; longitude: number }, accuracy: number) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ ...place, accuracy })
  }
  const add = async (description: string, words: string) => {
    await page.goto('/actions/add')
    const location = page.getByRole('region', { name: 'Location' })
    await expect(location).toContainText(words)
    await page.getByLabel('Brief description of problem').fill(description)
    const sent = nextPush(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await sent
  }
  await page.setViewportSize(PHONE)
  // A location 20 m before the post was once described as "980 m after BF16".
  await stand(north(post, 20), 6)
  await logIn(page, 'manager', '/actions/outstanding')
  const beside = about('Board loose')
  await add(beside, 'At BF17')
  await expect(cardOf(page, beside)).toContainText('At BF17, Bay of Fires')
  await open(page, beside)
  await expect(page.getByRole('region', { name: 'Location' })).toContainText('At BF17')
  await page.getByRole('link', { name: 'View on map' }).click()
  await expect(page.getByText('At BF17, Bay of Fires')).toBeVisible()
  await page.goto('/m/BF17')
  await expect(card(page, 'Responder brief')).toContainText(new RegExp(`${beside}.*At BF17`))

  const off = about('Fence down')
  await stand(north(post, -300), 6)
  await add(off, '200 m south-west of Bay of Fires')
  await expect(cardOf(page, off)).toContainText('200 m south-west of Bay of Fires')
  await page.goto('/emergency')
  await expect(callScript(page).nth(2)).toHaveText('Nearest emergency post BF17 Bravo Foxtrot One Seven. I am 300 m south of it')

  const rough = about('Somewhere here')
  await stand(north(post, 300), 80)
  await add(rough, 'Near BF17, Bay of Fires')
  await expect(cardOf(page, rough)).toContainText('Near BF17, Bay of Fires')

  await page.setViewportSize(DESKTOP)
  await expect(rowOf(page, beside)).toContainText('At BF17, Bay of Fires')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(head.split(',')).toContain('Place')
  expect(lines.find((line) => line.includes(beside))).toContain(',At BF17,')
  expect(lines.find((line) => line.includes(off))).toContain('200 m south-west of Bay of Fires')
  expect(lines.find((line) => line.includes(rough))).toContain('"Near BF17, Bay of Fires"')
})
