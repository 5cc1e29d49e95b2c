import { type PointerEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { usePageData } from '#data/page-data.ts'
import { useStore } from '#lib/store.ts'
import { hiddenAlerts, hideAlerts } from '#parts/status/hidden-alerts.ts'
import { useNow } from '#platform/clock.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { Alerts, FOUND } from './alerts.tsx'

const Row = styled('details')({
  position: 'relative',
  zIndex: 3,
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    boxSizing: 'border-box',
    minHeight: 48,
    padding: '4px 12px 4px 16px',
    borderBottom: `1px solid ${colour('warning')}`,
    background: colour('warningContainer'),
    color: colour('onWarningContainer'),
    font: font('600 15px/20px'),
    listStyle: 'none',
    cursor: 'pointer',
    touchAction: 'pan-y',
    userSelect: 'none',
    outlineOffset: -4,
    '&::-webkit-details-marker': { display: 'none' },
    '& span': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& small': { flex: 'none', font: font('500 14px/20px') },
    '& svg': { flex: 'none' },
  },
  '&[data-severe=true] > summary': {
    borderColor: colour('emergency'),
    background: colour('emergencyContainer'),
    color: colour('onEmergencyContainer'),
  },
  '&[open] > summary > svg:last-of-type': { transform: 'rotate(90deg)' },
  // The map keeps its place, so the text covers it.
  '& > div': {
    position: 'absolute',
    top: '100%',
    left: 0,
    right: 0,
    maxHeight: '60vh',
    overflowY: 'auto',
    padding: '0 0 8px',
    background: colour('surface'),
    borderBottom: `1px solid ${colour('line')}`,
  },
  '& > div > button': { margin: '8px 16px 0' },
})

/** A shorter movement is a tap. */
const SWIPE_PX = 64

/** The row is above the map, so that it never covers the map. Swiped away, it becomes a button in the top bar for the rest of the day. */
export function MapAlerts() {
  const data = usePageData()
  const now = useNow()
  const hidden = useStore(hiddenAlerts)
  const pressed = useRef<number | null>(null)
  const wasSwiped = useRef(false)
  const alerts = FOUND.flatMap(([, { listForMap }]) => listForMap(data, now)).sort((a, b) => b.since.localeCompare(a.since))
  const [newest] = alerts
  if (!newest) return null
  if (alerts.every(({ id }) => hidden.includes(id))) {
    const place = document.getElementById('top-bar-alert')
    const button = (
      <IconButton aria-label={`Show ${newest.title}`} onClick={() => hideAlerts([])}>
        {newest.mark}
      </IconButton>
    )
    return place && createPortal(button, place)
  }
  const hide = () => hideAlerts(alerts.map(({ id }) => id))
  const swipe = ({ clientX }: PointerEvent) => {
    if (pressed.current === null || Math.abs(clientX - pressed.current) < SWIPE_PX) return
    pressed.current = null
    wasSwiped.current = true
    hide()
  }
  return (
    <Row data-severe={newest.isSevere}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        onPointerDown={({ clientX }) => {
          pressed.current = clientX
          wasSwiped.current = false
        }}
        onPointerMove={swipe}
        onPointerUp={() => {
          pressed.current = null
        }}
        onClick={(event) => {
          if (wasSwiped.current) event.preventDefault()
        }}
      >
        {newest.mark}
        <span>{newest.title}</span>
        {alerts.length > 1 && <small>and {alerts.length - 1} more</small>}
        <Icon path={iconChevronRight} />
      </summary>
      <div>
        <Alerts />
        <Button variant="text" onClick={hide}>
          Hide for today
        </Button>
      </div>
    </Row>
  )
}
