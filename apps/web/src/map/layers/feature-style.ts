import type Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import type SimpleGeometry from 'ol/geom/SimpleGeometry.js'
import type Style from 'ol/style/Style.js'
import type { MapBadge, MapFeature, MapLine, MapPost } from '../map-data.ts'
import type { Symbols } from '../symbols.ts'
import { FROM_ZOOM, lineWidth } from '../zoom-bands.ts'
import { badgePlaces, badgeStyles } from './badges.ts'
import { lineStyles, markStyles } from './lines.ts'
import type { Palette } from './palette.ts'
import { clusterStyle, pinStyle } from './pins.ts'
import { postCode, postDot, selectedPost, sideBeside, waitingPost } from './posts.ts'

export const dataOf = (feature: Feature): MapFeature | undefined => feature.get('data')
export const clusteredIn = (feature: Feature): Feature[] => feature.get('features') ?? []

/** Lines have marks, and posts have dots. Each part has a separate stacking order. */
export type Part = 'body' | 'marks' | 'dots'
type Look = { zoom: number; resolution: number; part: Part; isSelected: boolean }
export type MapStyle = (feature: Feature, look: Look) => Style | Style[] | undefined

type Made = { key: string; styles: Style[] }

/** `from` is the person's position in the map's projection. */
type NearestPost = { code: string; from: number[] }

type Shown = {
  isDark: () => boolean
  badges: () => readonly MapBadge[]
  /** Null means that no trail is selected. */
  selectedPosts: () => readonly string[] | null
  nearest: () => NearestPost | null
}

export function createStyle(symbols: Symbols, palette: Palette, { isDark, badges, selectedPosts, nearest }: Shown): MapStyle {
  const shared = new Map<string, Style[]>()
  const once = (key: string, make: () => (Style | null)[] | Style | null): Style[] => {
    const known = shared.get(key)
    if (known) return known
    const made = [make()].flat().filter((style) => style !== null)
    shared.set(key, made)
    return made
  }
  /** Styles that depend on the feature's shape are stored on the feature until the key changes. */
  const own = (feature: Feature, part: string, key: string, make: () => Style[]): Style[] => {
    const known: Made | undefined = feature.get(part)
    if (known?.key === key) return known.styles
    const styles = make()
    feature.set(part, { key, styles } satisfies Made, true)
    return styles
  }

  function lineOf(feature: Feature, line: MapLine, { zoom, resolution, part, isSelected }: Look): Style[] {
    const theme = isDark() ? 'dark' : 'light'
    const look = { line, zoom, theme, palette } as const
    const geometry = feature.getGeometry() as SimpleGeometry | undefined
    // The key must contain every value that affects the drawing. Only the parts of the line can change, so they represent its data.
    const basis = `${theme} ${line.condition} ${line.parts.map(({ from, to, condition }) => `${from}-${to}${condition}`).join()}`
    if (part === 'marks')
      return own(feature, 'marks', `${basis} ${resolution.toPrecision(3)}`, () => markStyles(look, geometry, resolution))
    const key = `${basis} ${lineWidth(zoom)} ${isSelected}`
    if (line.parts.length > 0) return own(feature, 'body', key, () => lineStyles(look, geometry, isSelected))
    return once(`line ${line.colour[theme]} ${line.edge[theme]} ${line.dash} ${key}`, () => lineStyles(look, undefined, isSelected))
  }

  let placed: { resolution: number; badges: readonly MapBadge[]; places: ReturnType<typeof badgePlaces> } | null = null
  function badgeOf(feature: Feature, badge: MapBadge, { zoom, resolution }: Look): Style[] {
    if (zoom >= FROM_ZOOM.trails) return []
    const all = badges()
    if (placed?.resolution !== resolution || placed.badges !== all)
      placed = { resolution, badges: all, places: badgePlaces(all, resolution) }
    const { places } = placed
    const theme = isDark() ? 'dark' : 'light'
    return own(feature, 'body', `${theme} ${badge.condition} ${badge.word} ${resolution}`, () =>
      badgeStyles(badge, places.get(badge.id), palette, theme),
    )
  }

  function nearestSide(feature: Feature, { code }: MapPost, resolution: number) {
    const near = nearest()
    const geometry = feature.getGeometry()
    if (near?.code !== code || !(geometry instanceof Point)) return null
    const [[fromX = 0, fromY = 0], [x = 0, y = 0]] = [near.from, geometry.getCoordinates()]
    return sideBeside([(fromX - x) / resolution, (y - fromY) / resolution])
  }

  return (feature, look) => {
    const { zoom, resolution, part, isSelected } = look
    const inside = clusteredIn(feature)
    if (inside.length > 1) return once(`cluster ${inside.length}`, () => clusterStyle(symbols, inside.length))
    const data = dataOf(inside[0] ?? feature)
    switch (data?.kind) {
      case undefined:
        return undefined
      case 'line':
        return lineOf(feature, data, look)
      case 'badge':
        return badgeOf(feature, data, look)
      case 'pin':
        return once(`pin ${data.symbol} ${data.order} ${isSelected}`, () => pinStyle(symbols, data, isSelected))
      case 'post': {
        if (isSelected) return once(`post ${data.code} ${data.signal} selected`, () => selectedPost(data))
        const theme = isDark() ? 'dark' : 'light'
        if (data.waits) {
          const key = `${theme} ${zoom < FROM_ZOOM.posts} ${zoom < FROM_ZOOM.trails} ${data.code} ${data.at} ${data.waits.from}`
          return part === 'dots' ? [] : own(feature, 'body', key, () => waitingPost(data, { zoom, palette, theme }))
        }
        const isAtSelected = selectedPosts()?.includes(data.code) ?? false
        const near = nearestSide(feature, data, resolution)
        const { key, make } = part === 'dots' ? postDot(zoom) : postCode(data, { zoom, palette, theme, isAtSelected, nearestSide: near })
        return once(`${part} ${key}`, make)
      }
    }
  }
}
