import { expect, test } from 'vitest'
import { contentText } from './pack-content.ts'

const site = {
  areas: [
    { name: 'Bay of Fires', networkId: 'bay-of-fires' },
    { name: 'Blue Tier', networkId: 'bay-of-fires' },
    { name: 'St Helens', networkId: 'st-helens' },
  ],
}
const at = (...areas: (string | null)[]) => areas.map((area) => ({ area }))

test('OFF-01 counts the trails and posts of the map’s own network, and not its neighbours’', () => {
  const bundle = { trails: at('Bay of Fires', 'Blue Tier', 'St Helens'), markers: at('Blue Tier', 'St Helens', null) }
  expect(contentText({ slug: 'bay-of-fires' }, bundle, site)).toBe('Map, 2 trails, 1 post, safety guide')
  expect(contentText({ slug: 'st-helens' }, bundle, site)).toBe('Map, 1 trail, 1 post, safety guide')
  expect(contentText({ slug: 'state-forest' }, bundle, site)).toBe('Map, safety guide')
})
