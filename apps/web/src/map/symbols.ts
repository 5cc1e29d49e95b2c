/**
 * The symbols are part of the chunk, so they are always available offline. Each is converted to a bitmap once, because drawing an SVG ten
 * thousand times is slow.
 */
const FILES = import.meta.glob<string>('./symbols/*.svg', { query: '?inline', import: 'default', eager: true })

const SYMBOL_NAMES = [
  'poi',
  'task',
  'task-complete',
  'action',
  'action-complete',
  'action-unrated',
  'action-low',
  'action-medium',
  'action-high',
  'action-extreme',
  'hazard',
  'hazard-resolved',
  'high-risk-feature',
  'access-point',
  'casualty',
  'casualty-complete',
  'emergency-marker',
  'emergency-marker-signal-good',
  'emergency-marker-signal-poor',
  'emergency-marker-signal-none',
  'start-point',
  'finish-point',
  'helicopter-lz',
  'airstrip',
  'cluster',
] as const
export type SymbolName = (typeof SYMBOL_NAMES)[number]

export const CATEGORY_SYMBOLS = {
  POI: 'poi',
  Task: 'task',
  'Task Complete': 'task-complete',
  Action: 'action',
  'Action Complete': 'action-complete',
  Hazard: 'hazard',
  'Hazard Resolved': 'hazard-resolved',
  'High-risk Feature': 'high-risk-feature',
  'Access Point': 'access-point',
  Casualty: 'casualty',
  'Casualty Complete': 'casualty-complete',
  'Emergency Marker': 'emergency-marker',
  'Start Point': 'start-point',
  'Finish Point': 'finish-point',
  'Helicopter LZ': 'helicopter-lz',
  Airstrip: 'airstrip',
} as const satisfies Record<string, SymbolName>

export function symbolUrl(name: SymbolName): string {
  const url = FILES[`./symbols/${name}.svg`]
  if (url === undefined) throw new Error(`no symbol ${name}`)
  return url
}

const FLAGS: readonly SymbolName[] = ['start-point', 'finish-point']
const PADS: readonly SymbolName[] = ['helicopter-lz', 'airstrip', 'cluster']

/** The tip of a pin, the base of a flag or the centre of a pad touches the ground. In fractions of the symbol's width and height. */
export function anchorOf(name: SymbolName): [number, number] {
  if (FLAGS.includes(name)) return [13 / 48, 51 / 56]
  return PADS.includes(name) ? [0.5, 0.5] : [0.5, 54 / 56]
}

/** 48 × 56 becomes 34 × 39. */
export const SYMBOL_SCALE = 0.7

export type Symbols = ReadonlyMap<SymbolName, HTMLImageElement>

let reading: Promise<Symbols> | null = null

/** The symbols are part of the code, so no network request is needed. */
export function readSymbols(): Promise<Symbols> {
  reading ??= readAll()
  return reading
}

async function readAll(): Promise<Symbols> {
  const read = async (name: SymbolName) => {
    const image = new Image()
    image.src = symbolUrl(name)
    await image.decode()
    return [name, image] as const
  }
  return new Map(await Promise.all(SYMBOL_NAMES.map(read)))
}
