import type { SiteBundle } from '@trailwarden/site'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { FeatureRef } from '#map/map-data.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import { useShownTrails } from '#parts/status/trail-conditions.ts'
import { UpcomingLines } from '#parts/status/upcoming.tsx'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconMap } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { rem } from '#ui/theme/theme.ts'
import type { LiveLayers } from '../layers/live-layers.ts'
import { nameOfRecord } from '../layers/map-records.ts'
import { findRecord, type SiteRecord } from '../layers/site-records.ts'
import { NamedRows } from '../panels/named-list.tsx'
import { Panel } from '../panels/panel.tsx'

const Status = styled('em')({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  marginTop: 2,
  fontStyle: 'normal',
  '& b': { fontSize: rem(14), fontWeight: 700 },
})

function Mark({ record, symbol }: { record: SiteRecord | null; symbol: ReturnType<typeof nameOfRecord>['symbol'] }) {
  if (record?.source === 'trails') return <GradeShape grade={record.record.rating} />
  return symbol === 'line' ? <Icon path={iconMap} /> : <MarkerSymbol name={symbol} size={32} />
}

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

/** The lines are too close together to select with a tap. The nearest comes first. */
export function TapChooser({ offered, bundle, live, onOpen, onClose }: Props) {
  const shownTrail = useShownTrails()
  const rows = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other features on offer are a new choice
  useEffect(() => rows.current?.querySelector('button')?.focus({ preventScroll: true }), [offered])
  return (
    <Panel title="Which one?" detail={`${offered.length} trails or places are close together here.`} side="left" onClose={onClose}>
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
                  {status && <UpcomingLines lines={status.upcoming.slice(0, 1).map(({ line }) => line)} />}
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
