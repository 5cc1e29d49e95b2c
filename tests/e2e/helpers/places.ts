import type { Page } from '@playwright/test'

type Marker = { code: string; position: [number, number] }

/** The public site data has the locations of posts. */
export async function positionOf(page: Page, code: string): Promise<{ latitude: number; longitude: number }> {
  const { markers } = (await (await page.request.get('/api/public/site-data')).json()) as { markers: Marker[] }
  const marker = markers.find((one) => one.code === code)
  if (!marker) throw new Error(`no post ${code}`)
  return { longitude: marker.position[0], latitude: marker.position[1] }
}

const METRE_NORTH = 1 / 111_195
export const north = ({ latitude, longitude }: { latitude: number; longitude: number }, metres: number) => ({
  latitude: latitude + metres * METRE_NORTH,
  longitude,
})

export const card = (page: Page, title: string) => page.locator('.card').filter({ hasText: title }).first()
export const callScript = (page: Page) => card(page, 'Tell 000').getByRole('listitem')

/** A phone has a button for the code's prefix and number keys. */
export async function enterCode(page: Page, signs: string, number: string) {
  await page.getByRole('button', { name: signs, exact: true }).click()
  for (const digit of number) await page.getByRole('button', { name: digit, exact: true }).click()
}
