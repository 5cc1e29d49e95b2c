import type { LonLat } from './tile-grid.ts'

export type NamedPlace = { name: string; kind: 'town' | 'land' | 'water'; at: LonLat; minZoom: number; maxZoom: number }

const place = (kind: NamedPlace['kind'], name: string, lat: number, lon: number, minZoom: number, maxZoom = 15): NamedPlace => ({
  name,
  kind,
  at: [lon, lat],
  minZoom,
  maxZoom,
})

/** Well-known names at positions rounded to a hundredth of a degree, about 1 km: for orientation, not for finding the way. */
export const PLACES: readonly NamedPlace[] = [
  place('land', 'Australia', -25, 134, 3, 5),
  place('land', 'New Zealand', -43.6, 171.5, 4, 6),
  place('land', 'Tasmania', -42.2, 146.5, 5, 8),
  place('water', 'Tasman Sea', -39, 159, 3, 6),
  place('water', 'Southern Ocean', -48, 132, 3, 5),
  place('water', 'Bass Strait', -40.1, 146, 6, 9),
  place('town', 'Perth', -31.95, 115.86, 4),
  place('town', 'Adelaide', -34.93, 138.6, 5),
  place('town', 'Melbourne', -37.81, 144.96, 4),
  place('town', 'Sydney', -33.87, 151.21, 4),
  place('town', 'Brisbane', -27.47, 153.03, 4),
  place('town', 'Hobart', -42.88, 147.33, 4),
  place('town', 'Launceston', -41.44, 147.14, 6),
  place('town', 'Devonport', -41.18, 146.36, 7),
  place('town', 'Burnie', -41.05, 145.91, 8),
  place('town', 'Queenstown', -42.08, 145.56, 7),
  place('land', 'Flinders Island', -40.02, 148.07, 8),
  place('land', 'King Island', -39.87, 143.98, 8),
  place('town', 'Scottsdale', -41.16, 147.52, 9),
  place('town', 'Bicheno', -41.87, 148.3, 8),
  place('town', 'Fingal', -41.64, 147.97, 9),
  place('town', 'St Marys', -41.58, 148.18, 9),
  place('town', 'Derby', -41.15, 147.8, 9),
  place('town', 'Gladstone', -40.96, 148.01, 9),
  place('town', 'St Helens', -41.32, 148.24, 7),
  place('town', 'Scamander', -41.46, 148.26, 9),
  place('town', 'Beaumaris', -41.41, 148.28, 11),
  place('town', 'Binalong Bay', -41.25, 148.31, 10),
  place('town', 'The Gardens', -41.18, 148.27, 11),
  place('water', 'Ansons Bay', -41.05, 148.28, 11),
  place('town', 'Weldborough', -41.19, 147.9, 10),
  place('town', 'Pyengana', -41.29, 148, 10),
  place('town', 'Lottah', -41.22, 148.03, 11),
  place('land', 'Blue Tier', -41.18, 147.99, 11, 13),
  place('water', 'Bay of Fires', -41.14, 148.36, 10),
  place('water', 'Georges Bay', -41.31, 148.28, 12),
]
