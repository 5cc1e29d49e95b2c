import { type BaseMap, type LayerSource, type Site, tilePath } from '@trailwarden/site'
import { useId } from 'react'
import { CATEGORY_SYMBOLS, type SymbolName } from '#map/symbols.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMyLocation } from '#ui/icons/tool-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'
import { Panel } from '../panels/panel.tsx'
import { iconCheck } from '../panels/panel-icons.ts'
import { COORDINATES, type LayerChoice } from './layer-choice.ts'

const Bases = styled('fieldset')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 10,
  margin: 0,
  padding: '0 16px 8px',
  border: 0,
  '& legend': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  '& label': {
    position: 'relative',
    height: 64,
    borderRadius: 12,
    overflow: 'hidden',
    cursor: 'pointer',
    border: `1.5px solid ${colour('outline')}`,
    background: colour('surfaceSunken'),
    '&:has(:checked)': { border: `3px solid ${colour('primary')}` },
    '&:has(:focus-visible)': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
  },
  // The input covers the tile, so that users can tap anywhere on the picture.
  '& input': { position: 'absolute', zIndex: 1, inset: 0, width: '100%', height: '100%', opacity: 0, margin: 0, cursor: 'pointer' },
  '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
  '& span': {
    position: 'absolute',
    left: 8,
    bottom: 8,
    display: 'flex',
    gap: 6,
    alignItems: 'center',
    padding: '4px 8px',
    borderRadius: 6,
    background: colour('surface'),
    color: colour('text'),
    font: font('600 14px/18px'),
  },
  '& svg': { display: 'none' },
  '& :checked ~ span': { color: colour('link'), '& svg': { display: 'block' } },
})

const Rows = styled('ul')({
  '& li': { display: 'flex', alignItems: 'center', gap: 14, minHeight: 50, padding: '1px 16px', borderTop: `1px solid ${colour('line')}` },
  '& i': { flex: 'none', display: 'grid', placeItems: 'center', width: 40 },
  '& label': { flex: 1, minWidth: 0, cursor: 'pointer' },
  '& b, & small': { display: 'block' },
  '& b': { fontSize: rem(16), lineHeight: rem(22), fontWeight: 600 },
  '& small': { fontSize: rem(14), lineHeight: rem(18), color: colour('text2') },
})

const Legend = styled('details')({
  borderTop: `1px solid ${colour('line')}`,
  '& summary': { padding: '13px 16px', fontWeight: 600, cursor: 'pointer', outlineOffset: -4 },
  '& ul': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '4px 8px', padding: '0 16px 16px' },
  '& li': { display: 'flex', alignItems: 'center', gap: 10, minHeight: 44, fontSize: rem(14), lineHeight: rem(18) },
  '& i': { flex: 'none', display: 'grid', placeItems: 'center', width: 32 },
})

const HINTS: Partial<Record<LayerSource, string>> = {
  trails: 'Green, blue, black and link',
  'emergency-markers': 'Emergency posts and places',
  hazards: 'Known hazards on the trail',
  'access-points': 'Roads and landing zones',
}

const SYMBOLS: Partial<Record<LayerSource, SymbolName>> = {
  'my-actions': 'action-high',
  actions: 'action-medium',
  'actions-resolved': 'action-complete',
  'emergency-markers': 'emergency-marker-signal-good',
  hazards: 'hazard',
  'access-points': 'access-point',
  'landing-zones': 'helicopter-lz',
  places: 'poi',
}

const TrailLines = styled('svg')({
  fill: 'none',
  strokeLinecap: 'round',
  '& .green': { stroke: colour('trailGreen') },
  '& .blue': { stroke: colour('trailBlue') },
  '& .edge': { stroke: colour('trailBlackEdge') },
  '& .black': { stroke: colour('trailBlack') },
})

function LayerMark({ source }: { source: LayerSource | undefined }) {
  const symbol = source && SYMBOLS[source]
  if (symbol) return <MarkerSymbol name={symbol} />
  return (
    <TrailLines width="38" height="30" viewBox="0 0 38 30" aria-hidden="true">
      <path className="green" d="M2 8C12 2 14 14 24 9S34 6 36 4" strokeWidth="4" />
      <path className="blue" d="M2 17C12 11 14 23 24 18S34 15 36 13" strokeWidth="4" />
      <path className="edge" d="M2 26C12 20 14 32 24 27S34 24 36 22" strokeWidth="6" />
      <path className="black" d="M2 26C12 20 14 32 24 27S34 24 36 22" strokeWidth="3.4" />
    </TrailLines>
  )
}

/** The preview is a tile from the default view. */
function pictureOf(base: BaseMap, { defaultView: { lat, lng } }: Site): string {
  const z = Math.min(Math.max(12, base.minZoom), base.maxZoom)
  const x = Math.floor(((lng + 180) / 360) * 2 ** z)
  const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)
  return tilePath(base, { z, x, y })
}

/** Previews from another provider aren't available offline, so the browser's broken-image icon is hidden. */
const hide = ({ currentTarget }: { currentTarget: HTMLImageElement }) => {
  currentTarget.style.visibility = 'hidden'
}

type Props = { site: Site; choice: LayerChoice; countOf: (source: LayerSource) => string | undefined; onClose: () => void }

export function LayersPanel({ site, choice, countOf, onClose }: Props) {
  const id = useId()
  return (
    <Panel title="Layers" side="right" onClose={onClose}>
      <Bases>
        <legend>Base map</legend>
        {choice.bases.map((base) => (
          <label key={base.id}>
            <input type="radio" name={id} checked={base === choice.base} onChange={() => choice.chooseBase(base.id)} />
            <img src={pictureOf(base, site)} alt="" onError={hide} />
            <span>
              <Icon path={iconCheck} size={18} />
              {base.title}
            </span>
          </label>
        ))}
      </Bases>
      <Rows>
        {choice.layers.map(({ layer, isShown }) => {
          const [source] = layer.sources
          const text = source && (countOf(source) ?? HINTS[source])
          return (
            <li key={layer.id}>
              <i>
                <LayerMark source={source} />
              </i>
              <label htmlFor={`${id}-${layer.id}`}>
                <b>{layer.title}</b>
                {text && <small>{text}</small>}
              </label>
              <Switch id={`${id}-${layer.id}`} checked={isShown} onSwitch={(on) => choice.showLayer(layer.id, on)} />
            </li>
          )
        })}
        {choice.coordinates && (
          <li>
            <i>
              <Icon path={iconMyLocation} />
            </i>
            <label htmlFor={`${id}-coordinates`}>
              <b>Coordinates</b>
              <small>For the centre of the map</small>
            </label>
            <Switch id={`${id}-coordinates`} checked={choice.coordinates.isShown} onSwitch={(on) => choice.showLayer(COORDINATES, on)} />
          </li>
        )}
      </Rows>
      <Legend>
        <summary>Symbols</summary>
        <ul>
          {Object.entries(CATEGORY_SYMBOLS).map(([category, symbol]) => (
            <li key={category}>
              <i>
                <MarkerSymbol name={symbol} size={32} />
              </i>
              {category === 'Emergency Marker' ? 'Emergency post' : category}
            </li>
          ))}
        </ul>
      </Legend>
    </Panel>
  )
}
