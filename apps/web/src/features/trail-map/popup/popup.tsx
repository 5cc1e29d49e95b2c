import type { ReactNode } from 'react'
import { externalMapUrl } from '#lib/view-hash.ts'
import type { LonLat } from '#map/map-data.ts'
import { copyCoordinates } from '#parts/place/copy-coordinates.ts'
import { iconContentCopy } from '#parts/place/place-icons.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown, iconShare } from '#ui/icons/icons.ts'
import { iconOpenInNew } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'
import { copyAddress } from '../controls/copy.ts'

const Acts = styled('div')({
  display: 'flex',
  gap: 8,
  padding: '0 16px 12px',
  '& > a, & > button': { minWidth: 48, minHeight: 48, padding: 0 },
})

export function PopupActs({ at: [lng, lat] }: { at: LonLat }) {
  return (
    <Acts>
      <Button variant="outlined" aria-label="Copy coordinates" onClick={() => void copyCoordinates(lat, lng)}>
        <Icon path={iconContentCopy} />
      </Button>
      <Button
        variant="outlined"
        component="a"
        aria-label="Open in external maps"
        href={externalMapUrl(lat, lng)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon path={iconOpenInNew} />
      </Button>
      <Button variant="outlined" aria-label="Share" onClick={() => void copyAddress()}>
        <Icon path={iconShare} />
      </Button>
    </Acts>
  )
}

const Fold = styled('details')({
  borderTop: `1px solid ${colour('line')}`,
  '& summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 14,
    minHeight: 60,
    padding: '6px 16px',
    cursor: 'pointer',
    listStyle: 'none',
    outlineOffset: -4,
    '&::-webkit-details-marker': { display: 'none' },
  },
  '& summary > svg:first-of-type': { color: colour('link') },
  '& summary > svg:last-of-type': { color: colour('text2') },
  '& summary span': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& b, & small': { display: 'block' },
  '& summary b': { fontSize: rem(17), lineHeight: rem(24), fontWeight: 600 },
  '& small': { fontSize: rem(14), lineHeight: rem(20), color: colour('text2') },
  '&[open] summary > svg:last-of-type': { transform: 'rotate(180deg)' },
  '&[open] summary small': { display: 'none' },
})

const Inside = styled('div')({ padding: '0 16px 10px' })

/** A closed section shows only the most important fact. */
export function Section({
  icon,
  title,
  fact,
  isOpen,
  children,
}: {
  icon: string
  title: string
  fact: string
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <Fold open={isOpen}>
      <summary>
        <Icon path={icon} />
        <span>
          <b>{title}</b>
          <small>{fact}</small>
        </span>
        <Icon path={iconKeyboardArrowDown} />
      </summary>
      <Inside>{children}</Inside>
    </Fold>
  )
}

/** A blank could be read as "none". */
export const NOT_RECORDED = 'Not recorded'

function paragraphs(text: string): ReactNode {
  const parts = text.split(/\n\s*\n/)
  return parts.length === 1 ? text : parts.map((part) => <p key={part}>{part}</p>)
}

export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <Facts>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{paragraphs(value ?? NOT_RECORDED)}</dd>
        </div>
      ))}
    </Facts>
  )
}

export const FactRow = styled('div')({
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr)',
  gap: 12,
  alignItems: 'start',
  padding: '10px 16px',
  borderTop: `1px solid ${colour('line')}`,
  '& > svg, & > img': { justifySelf: 'center', marginTop: 1, color: colour('link') },
  '& h3': { font: font('600 14px/18px'), color: colour('text2') },
  '& p': { font: font('500 16px/22px'), overflowWrap: 'anywhere' },
})

export const PopupBody = styled('div')({ padding: '0 16px 12px' })
