import type { FeatureRef } from '#map/map-data.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconMap } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import type { Named } from '../layers/live-layers.ts'

export const NamedRows = styled('ul')({
  '& button': {
    display: 'flex',
    alignItems: 'center',
    gap: 14,
    width: '100%',
    minHeight: 56,
    padding: '4px 12px 4px 16px',
    border: 0,
    borderTop: `1px solid ${colour('line')}`,
    background: 'none',
    color: colour('text'),
    font: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    outlineOffset: -4,
    '&:hover': { background: colour('surfaceAlt') },
  },
  '& i': { flex: 'none', display: 'grid', placeItems: 'center', width: 32, color: colour('text2') },
  '& span': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& b, & small': { display: 'block' },
  '& b': { fontSize: rem(16), lineHeight: rem(22), fontWeight: 600 },
  '& small': { fontSize: rem(14), lineHeight: rem(18), color: colour('text2') },
  '& button > svg': { color: colour('text2') },
})

export type NamedFeature = { feature: FeatureRef; named: Named }

export function NamedList({ items, onOpen }: { items: readonly NamedFeature[]; onOpen: (feature: FeatureRef) => void }) {
  return (
    <NamedRows>
      {items.map(({ feature, named: { title, detail, symbol } }) => (
        <li key={`${feature.layer} ${feature.id}`}>
          <button type="button" onClick={() => onOpen(feature)}>
            <i>{symbol === 'line' ? <Icon path={iconMap} /> : <MarkerSymbol name={symbol} size={32} />}</i>
            <span>
              <b>{title}</b>
              <small>{detail}</small>
            </span>
            <Icon path={iconChevronRight} />
          </button>
        </li>
      ))}
    </NamedRows>
  )
}
