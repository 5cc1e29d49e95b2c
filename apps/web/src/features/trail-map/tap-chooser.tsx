import { styled } from '@mui/material/styles'
import type { SiteBundle } from '@trailwarden/site'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { FeatureRef } from '#map/map-data.ts'
import { GradeShape } from '#parts/grade-shape.tsx'
import { MarkerSymbol } from '#parts/marker-symbol.tsx'
import { StatusShape, StatusText } from '#parts/status-shape.tsx'
import { useShownTrails } from '#parts/trail-conditions.ts'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight, iconMap } from '#ui/icons.ts'
import type { LiveLayers } from './live-layers.ts'
import { nameOfRecord } from './map-records.ts'
import { NamedRows } from './named-list.tsx'
import { Panel } from './panel.tsx'
import { findRecord, type SiteRecord } from './site-records.ts'

const Status = styled('em')({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  marginTop: 2,
  fontStyle: 'normal',
  '& b': { fontSize: 14, fontWeight: 700 },
})

function Mark({ record, symbol }: { record: SiteRecord | null; symbol: ReturnType<typeof nameOfRecord>['symbol'] }) {
  if (record?.source === 'trails') return <GradeShape grade={record.record.rating} />
  return symbol === 'line' ? <Icon path={iconMap} /> : <MarkerSymbol name={symbol} size={32} />
}

/** Up and down go from row to row; the rest is what buttons do. */
function moveByKeys(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by) return
  event.preventDefault()
  const rows = [...event.currentTarget.querySelectorAll('button')]
  const at = rows.findIndex((row) => row.matches(':focus'))
  rows[(at + by + rows.length) % rows.length]?.focus()
}

type Props = {
  offered: readonly FeatureRef[]
  bundle: SiteBundle
  live: LiveLayers | null
  onOpen: (feature: FeatureRef) => void
  onClose: () => void
}

/** Where lines run so close that a tap cannot tell them apart: one row for each, nearest first. */
export function TapChooser({ offered, bundle, live, onOpen, onClose }: Props) {
  const shownTrail = useShownTrails()
  const rows = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: others that are offered are another choice
  useEffect(() => rows.current?.querySelector('button')?.focus({ preventScroll: true }), [offered])
  return (
    <Panel title="Which one?" detail={`${offered.length} are close together here.`} side="right" onClose={onClose}>
      <NamedRows onKeyDown={moveByKeys} ref={rows}>
        {offered.map((feature) => {
          const record = findRecord(bundle, feature)
          const named = record ? nameOfRecord(record) : live?.nameOf(feature.id)
          if (!named) return null
          const status = record?.source === 'trails' ? shownTrail(record.record) : undefined
          return (
            <li key={`${feature.layer} ${feature.id}`}>
              <button type="button" onClick={() => onOpen(feature)}>
                <i>
                  <Mark record={record} symbol={named.symbol} />
                </i>
                <span>
                  <b>{named.title}</b>
                  <small>{named.detail}</small>
                  {status && (
                    <Status>
                      <StatusShape status={status.shape} size={20} />
                      <StatusText status={status.shape}>{status.word}</StatusText>
                    </Status>
                  )}
                </span>
                <Icon path={iconChevronRight} />
              </button>
            </li>
          )
        })}
      </NamedRows>
    </Panel>
  )
}
