import { type Describer, placeLine } from '@trailwarden/domain'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#lib/dates.ts'
import { type ActionState, stateOf } from '#parts/action/action-filter.ts'
import { RatingLine, ratingFill } from '#parts/action/rating-tile.tsx'
import { useWaitingReports } from '#parts/action/waiting-reports.ts'
import { iconSchedule, iconTaskAlt } from '#parts/record/record-icons.ts'
import { WhenFetched } from '#parts/record/when-fetched.tsx'
import { AgeText } from '#parts/status/age-text.tsx'
import { areSingleKeysOn } from '#platform/single-keys.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconPerson } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'
import type { SeenAction } from '../actions.ts'
import { iconPause } from './triage-icons.ts'

const FIXED_DAYS = 14
const DAY_MS = 86_400_000
/** People don't read further down a column. */
const MOST_CARDS = 50

const Columns = styled('div')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: 12,
  alignItems: 'start',
  '& section': { minHeight: 320, padding: 8, borderRadius: 12, background: colour('surfaceSunken') },
  '& section[data-over]': { outline: `2px dashed ${colour('primary')}`, outlineOffset: -2 },
  '& h2': { display: 'flex', alignItems: 'center', gap: 8, padding: '4px 6px 10px', font: font('600 15px/22px') },
  '& h2 span': { fontWeight: 500, color: colour('text2') },
  '& ul': { display: 'grid', gap: 8 },
  '& .more': { padding: '8px 6px', font: font('500 14px/20px'), color: colour('text2') },
})

const Tabs = styled('div')({
  display: 'flex',
  gap: 8,
  margin: '0 -12px 8px',
  padding: '4px 12px',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& button': {
    flex: 'none',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 48,
    padding: '0 16px',
    border: `1.5px solid ${colour('outline')}`,
    borderRadius: 24,
    background: colour('surface'),
    color: colour('text'),
    font: font('500 15px/20px'),
    '&[aria-pressed=true]': { borderColor: colour('primary'), background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
  },
})

const Card = styled('li')({
  padding: '10px 12px 10px 14px',
  border: `1px solid ${colour('line')}`,
  borderRadius: 10,
  background: colour('surface'),
  overflowWrap: 'anywhere',
  '&[data-taken]': { outline: `3px solid ${colour('primary')}` },
  '&[draggable=true]': { cursor: 'grab' },
  '& > a': { color: colour('text'), font: font('600 14px/20px'), textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
  '& p': { font: font('400 13px/18px'), color: colour('text2') },
  '& .foot': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '2px 8px',
    marginTop: 8,
    fontSize: rem(13),
  },
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 4, marginTop: 4 },
  '& .acts button': {
    minHeight: 48,
    padding: '0 8px',
    border: 0,
    background: 'none',
    color: colour('link'),
    font: font('600 15px/20px'),
  },
})

const Live = styled('p')({ position: 'absolute', clipPath: 'inset(50%)' })

const COLUMNS: readonly { state: ActionState; title: string; icon: string }[] = [
  { state: 'Open', title: 'Open', icon: iconSchedule },
  { state: 'Assigned', title: 'Assigned', icon: iconPerson },
  { state: 'Waiting', title: 'Waiting', icon: iconPause },
  { state: 'Resolved', title: 'Resolved', icon: iconTaskAlt },
]
const titleOf = (state: ActionState) => COLUMNS.find((column) => column.state === state)?.title ?? state

type Props = {
  rows: readonly SeenAction[]
  trails: Describer | null
  withFixed: boolean
  mayMove: boolean
  isPhone: boolean
  onMove: (action: SeenAction, to: ActionState, anchor: Element) => void
}

/** On a board, people move cards by dragging, with keys (m, an arrow, Enter), or on a phone with buttons. */
export function Board({ rows, trails, withFixed, mayMove, isPhone, onMove }: Props) {
  const [taken, setTaken] = useState<{ id: string; to: ActionState } | null>(null)
  const [over, setOver] = useState<ActionState | null>(null)
  const [shown, setShown] = useState<ActionState>('Open')
  const [announced, setAnnounced] = useState('')
  const [since] = useState(() => new Date(Date.now() - FIXED_DAYS * DAY_MS).toISOString())
  const columns = COLUMNS.filter(({ state }) => withFixed || state !== 'Resolved')
  const cardsOf = (state: ActionState) =>
    rows.filter((action) => stateOf(action) === state && (state !== 'Resolved' || (action.completedAt ?? '') >= since))
  const move = (action: SeenAction, to: ActionState, anchor: Element) => {
    setTaken(null)
    if (stateOf(action) === to) return
    setAnnounced(`Moved to ${titleOf(to)}`)
    onMove(action, to, anchor)
  }
  function onKey(event: KeyboardEvent<HTMLElement>, action: SeenAction) {
    const at = columns.findIndex(({ state }) => state === taken?.to)
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!taken && event.key === 'm' && areSingleKeysOn()) {
      setTaken({ id: action.id, to: stateOf(action) })
      setAnnounced(`${action.description} picked up. Use the left and right arrows, then press Enter.`)
    } else if (taken?.id !== action.id) return
    else if (event.key === 'Escape') {
      setTaken(null)
      setAnnounced('Not moved')
    } else if (event.key === 'Enter') move(action, taken.to, event.currentTarget)
    else if (step) {
      const to = columns[Math.min(columns.length - 1, Math.max(0, at + step))]
      if (to) setTaken({ id: action.id, to: to.state })
      if (to) setAnnounced(`To ${to.title}`)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const column = ({ state, title, icon }: (typeof COLUMNS)[number]) => {
    const cards = cardsOf(state)
    return (
      <section
        key={state}
        aria-label={title}
        {...((over === state || taken?.to === state) && { 'data-over': true })}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(state)
        }}
        onDragLeave={() => setOver(null)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(null)
          const action = rows.find(({ id }) => id === event.dataTransfer.getData('text/plain'))
          if (action) move(action, state, event.currentTarget)
        }}
      >
        <h2>
          <Icon path={icon} size={20} />
          {title} <span>{cards.length}</span>
        </h2>
        <ul aria-label={title}>
          {cards.slice(0, MOST_CARDS).map((action) => (
            <BoardCard
              key={action.id}
              action={action}
              where={placeLine(trails, action)}
              isTaken={taken?.id === action.id}
              mayMove={mayMove}
              buttons={isPhone ? columns.filter((to) => to.state !== state) : []}
              onMove={move}
              onKey={onKey}
            />
          ))}
        </ul>
        {cards.length > MOST_CARDS && <p className="more">{cards.length - MOST_CARDS} more. Filter the list to see them.</p>}
      </section>
    )
  }
  return (
    <>
      <Live role="status">{announced}</Live>
      {isPhone && (
        <Tabs role="group" aria-label="Column">
          {columns.map(({ state, title, icon }) => (
            <button key={state} type="button" aria-pressed={state === shown} onClick={() => setShown(state)}>
              <Icon path={icon} size={20} />
              {title} <b>{cardsOf(state).length}</b>
            </button>
          ))}
        </Tabs>
      )}
      <Columns>
        {!isPhone && mayMove && <ToCheck />}
        {columns.filter(({ state }) => !isPhone || state === shown).map(column)}
      </Columns>
    </>
  )
}

function ToCheck() {
  const reports = useWaitingReports()?.toCheck
  return (
    <section aria-label="To check">
      <h2>
        To check <span>{reports?.length ?? ''}</span>
      </h2>
      <div className="more">
        {reports?.length ? <Link to="/management/reports">Review reports</Link> : <WhenFetched>Nothing to check.</WhenFetched>}
      </div>
    </section>
  )
}

type CardProps = {
  action: SeenAction
  where: string
  isTaken: boolean
  mayMove: boolean
  buttons: typeof COLUMNS
  onMove: (action: SeenAction, to: ActionState, anchor: Element) => void
  onKey: (event: KeyboardEvent<HTMLElement>, action: SeenAction) => void
}

function BoardCard({ action, where, isTaken, mayMove, buttons, onMove, onKey }: CardProps) {
  const { waitingFor, waitingUntil } = action
  return (
    <Card
      data-card={action.id}
      draggable={mayMove && buttons.length === 0}
      {...(isTaken && { 'data-taken': true })}
      sx={{ boxShadow: `inset 5px 0 ${ratingFill(action.rating)}` }}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', action.id)}
      onKeyDown={(event) => mayMove && onKey(event, action)}
    >
      <Link to={`/actions/view/${action.id}`} draggable={false}>
        {action.description}
      </Link>
      <p>{where}</p>
      <p className="foot">
        <RatingLine rating={action.rating} />
        {action.completedAt ? <AgeText at={action.completedAt} lead="Fixed" /> : <AgeText at={action.createdAt} />}
        {action.assignedName && <span>{action.assignedName}</span>}
      </p>
      {waitingFor && <p>{[waitingFor, waitingUntil && `until ${formatDay(waitingUntil)}`].filter(Boolean).join(', ')}</p>}
      {buttons.length > 0 && mayMove && (
        <div className="acts">
          {buttons.map(({ state, title }) => (
            <button key={state} type="button" onClick={({ currentTarget }) => onMove(action, state, currentTarget)}>
              {title}
            </button>
          ))}
        </div>
      )}
    </Card>
  )
}
