import { buildTrailIndex, planeAt } from '@trailwarden/domain'
import type { PageData, SiteBundle, Trail } from '@trailwarden/site'
import type { SiteData } from '#parts/trail/site-data.ts'

const { toLonLat } = planeAt([148.2, -41.35])
const at = (eastM: number, northM: number): [number, number] => toLonLat(eastM, northM)

const trail = (name: string, rating: Trail['rating'], northM: number, more: Partial<Trail> = {}): Trail => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  rating,
  type: 'loop',
  distanceM: 2000,
  area: 'St Helens',
  stroke: '#000000',
  notes: null,
  lines: [[at(0, northM), at(2000, northM)]],
  heights: null,
  ...more,
})

const post = (code: string, eastM: number, northM: number, telstra: number | null = null) => ({
  code,
  position: at(eastM, northM),
  readings: { telstra },
})

// The cast is safe because lists and pages of trails read only these fields of a site and its records.
const bundle = {
  trails: [
    trail('Town Link', 'link', 0, { type: 'link' }),
    trail('Wedged In', 'blue', 1000),
    trail('Mack 10', 'black', 2000),
    trail('Mack 9', 'black', 3000),
    trail('Pearla', 'green', 4000),
    trail('Old Salty Dog', 'blue', 5000, {
      type: 'descent',
      notes: 'The long way down.',
      lines: [[at(0, 5000), at(1000, 5000), at(1500, 5000), at(2000, 5000)]],
      heights: [[200, 100, 120, 60]],
    }),
    trail('Bay of Fires', 'green', 9000, { type: 'adventure', area: 'Bay of Fires', lines: [[at(0, 9000), at(14_000, 9000)]] }),
  ],
  markers: [
    post('SH08', 1500, 5010, 130),
    post('SH07', 500, 4990, 100),
    ...Array.from({ length: 14 }, (_, i) => post(`BF${String(i + 1).padStart(2, '0')}`, 500 + i * 1000, 9000)),
  ],
  accessPoints: [],
  landingZones: [],
  hazards: [{ id: 'loose-rock', category: 'Hazard', name: 'Loose rock', position: at(1000, 5005), accuracyM: 5, createdAt: '2019-11-16' }],
} as unknown as SiteBundle

export const trailData: SiteData = { bundle, index: buildTrailIndex(bundle) }

const network = (id: string, name: string, status: string | null, message = '') => ({
  id,
  name,
  status,
  message,
  postedAt: status && new Date(Date.now() - 7_200_000).toISOString(),
})

export const trailPageData = {
  site: {
    label: 'St Helens Trails',
    sample: false,
    defaultView: { lat: -41.35, lng: 148.2, zoom: 12, minZoom: 5, maxZoom: 18 },
    baseMaps: [{ id: 'plain', url: '/tiles/{z}/{x}/{y}.webp', attribution: 'Nobody', minZoom: 5, maxZoom: 16 }],
    timeZone: 'Australia/Hobart',
    statusAgeLimitHours: 168,
    networks: [
      { id: 'bay-of-fires', name: 'Bay of Fires' },
      { id: 'st-helens', name: 'St Helens' },
    ],
    areas: [
      { name: 'Bay of Fires', networkId: 'bay-of-fires' },
      { name: 'St Helens', networkId: 'st-helens' },
    ],
    carriers: [{ id: 'telstra', title: 'Telstra' }],
    signalBands: { goodUpTo: 105, noneFrom: 125 },
    speeds: { walkKmh: [4], rideKmh: [10, 20] },
  },
  status: {
    networks: [network('bay-of-fires', 'Bay of Fires', 'Partially Open'), network('st-helens', 'St Helens', 'Open', 'Soft after rain.')],
  },
} as unknown as PageData
