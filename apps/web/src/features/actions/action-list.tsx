import { styled } from '@mui/material/styles'
import {
  type ActionPatch,
  actionKind,
  type Describer,
  isManager,
  placeLine,
  placeName,
  placeWords,
  ratingPriority,
} from '@trailwarden/domain'
import { useEffect, useMemo } from 'react'
import { syncNow, useDevice } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { fitsFilter } from '#parts/action-filter.ts'
import { noteExport } from '#parts/note-export.ts'
import { RatingLine } from '#parts/rating-tile.tsx'
import { iconTaskAlt } from '#parts/record-icons.ts'
import { useBreakpoint } from '#parts/record-table/breakpoint.ts'
import type { Column } from '#parts/record-table/column.ts'
import { fieldColumns } from '#parts/record-table/field-columns.ts'
import { RecordTable } from '#parts/record-table/record-table.tsx'
import { useSignedIn } from '#parts/signed-in.ts'
import { useSiteData } from '#parts/site-data.ts'
import { thisDevice } from '#parts/sync-state.tsx'
import { Thumbnail } from '#parts/thumbnail.tsx'
import { iconAdd } from '#ui/icons.ts'
import { iconEdit, iconVisibility } from '#ui/screen-icons.ts'
import { ActionCard } from './action-card.tsx'
import { StatusLine } from './action-status.tsx'
import { mayDo, type ReceiptOf, type SeenAction, useActions, useReceipts, type Which } from './actions.ts'
import { ActionPanel, PANEL_PX } from './triage/action-panel.tsx'
import { changeActions } from './triage/change-actions.ts'
import { FilterBar } from './triage/filter-bar.tsx'
import { useFilterContext } from './triage/filter-context.ts'
import { KeysDialog } from './triage/keys-dialog.tsx'
import { Question } from './triage/question.tsx'
import { SelectionBar } from './triage/selection-bar.tsx'
import { useTriageAddress } from './triage/triage-address.ts'
import { useTriage } from './triage/use-triage.ts'

const Beside = styled('div')({ display: 'flex', alignItems: 'flex-start', '& > div:first-of-type': { flex: 1, minWidth: 0 } })

/** Narrower than this, an action opens on its own page. */
const ROOM_FOR_PANEL = [1200]

const ADD = { title: 'Add an Action', icon: iconAdd, to: '/actions/add', onPhone: true }
const NOTE_EXPORT = noteExport('actions')
const OPEN_AT_FIRST = ['Unresolved']
const EMPTY: Record<Which, { title: string; next: string; icon: string }> = {
  outstanding: { title: 'No outstanding actions', next: 'What people record appears here at once.', icon: iconTaskAlt },
  all: { title: 'No actions yet', next: 'What people record appears here at once.', icon: iconTaskAlt },
  mine: {
    title: 'No outstanding actions assigned to you',
    next: 'What you record, and what a manager assigns to you, appears here.',
    icon: iconTaskAlt,
  },
}

const byNumber = ({ number }: SeenAction) => (number === '' ? Number.MAX_SAFE_INTEGER : Number(number))

const columnsFor = (
  mayEdit: (action: SeenAction) => boolean,
  mayTriage: boolean,
  trails: Describer | null,
  receiptOf: ReceiptOf,
): readonly Column<SeenAction>[] => [
  {
    id: 'edit',
    title: 'Edit',
    type: 'icon-link',
    yields: true,
    width: 75,
    icon: iconEdit,
    value: (action) => (mayEdit(action) ? `/actions/edit/${action.id}` : null),
    label: ({ description }) => `Edit ${description}`,
  },
  {
    id: 'view',
    title: 'View',
    type: 'icon-link',
    yields: true,
    width: 75,
    icon: iconVisibility,
    value: ({ id }) => `/actions/view/${id}`,
    label: ({ description }) => `View ${description}`,
  },
  {
    id: 'status',
    title: 'Status',
    type: 'custom',
    width: 136,
    group: ['Unresolved', 'Resolved'],
    value: ({ status }) => status,
    render: ({ status }) => <StatusLine status={status} />,
  },
  // The others give way to it on narrower screens, the least asked for first.
  {
    id: 'description',
    title: 'Action',
    type: 'text',
    primary: true,
    value: ({ description }) => description,
    lead: ({ photos }) => <Thumbnail photos={photos} size={36} />,
    detail: (action) => withState(placeName(action), action, receiptOf),
    detailShown: (action) => withState(placeLine(trails, action), action, receiptOf),
  },
  {
    id: 'rating',
    title: 'Rating',
    type: 'custom',
    width: 122,
    group: ['Extreme', 'High', 'Medium', 'Low', 'Unrated'],
    value: ({ rating }) => rating,
    sortValue: ({ rating }) => ratingPriority(rating),
    render: mayTriage
      ? ({ rating, description }) => (
          <button type="button" data-part="rate" tabIndex={-1} aria-haspopup="menu" aria-label={`${rating}. Rate ${description}`}>
            <RatingLine rating={rating} />
          </button>
        )
      : ({ rating }) => <RatingLine rating={rating} />,
  },
  { id: 'number', title: 'ID', type: 'text', width: 72, yields: true, value: ({ number }) => number, sortValue: byNumber },
  { id: 'createdAt', title: 'Created', type: 'date', width: 112, yields: true, dropBelow: 1060, value: ({ createdAt }) => createdAt },
  {
    id: 'assignedTo',
    title: 'Assigned To',
    type: 'text',
    width: 140,
    dropBelow: 1020,
    group: true,
    empty: 'Not assigned',
    value: ({ assignedName }) => assignedName,
    ...(mayTriage && {
      render: ({ assignedName, description }: SeenAction) => (
        <button
          type="button"
          data-part="assign"
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={`${assignedName ?? 'Not assigned'}. Assign ${description}`}
        >
          {assignedName ?? <span className="empty">Not assigned</span>}
        </button>
      ),
    }),
  },
  {
    id: 'by',
    title: 'By',
    type: 'text',
    width: 120,
    yields: true,
    dropBelow: 1360,
    group: true,
    value: ({ createdByName }) => createdByName,
  },
  {
    id: 'completedAt',
    title: 'Resolved',
    type: 'date',
    width: 108,
    yields: true,
    dropBelow: 1400,
    value: ({ completedAt }) => completedAt,
  },
  { id: 'placeWords', title: 'Place', type: 'text', csv: 'file', value: ({ place }) => placeWords(trails, place) },
]

const WAITS = { local: () => `Saved on this ${thisDevice()}`, attention: () => 'Needs you' }

const withState = (where: string, action: SeenAction, receiptOf: ReceiptOf) =>
  [where, action.state === 'sent' ? receiptOf(action) : WAITS[action.state]()].filter(Boolean).join(' · ')

const isResolved = ({ status }: SeenAction) => status === 'Resolved'

function ActionList({ which }: { which: Which }) {
  const { site } = usePageData()
  const me = useSignedIn()
  const all = useActions(which, me)
  const { filter, narrow, open, show } = useTriageAddress()
  const context = useFilterContext()
  const rows = useMemo(() => all?.filter((action) => fitsFilter(filter, action, context)), [all, filter, context])
  const trails = useSiteData()?.index ?? null
  const receiptOf = useReceipts()
  // Whoever opens the list wants the latest, even if a message from the server was lost.
  useEffect(() => void syncNow(), [])
  const mayTriage = isManager(me)
  const hasRoom = useBreakpoint(ROOM_FOR_PANEL) > 0
  const device = useDevice()
  const triage = useTriage({ rows, mayTriage, hasRoom, open, show })
  const mayEdit = useMemo(() => (action: SeenAction) => mayDo(me, action, site.memberEdits).edit, [me, site])
  const columns = useMemo(() => {
    const shown = columnsFor(mayEdit, mayTriage, trails, receiptOf)
    return [...shown, ...fieldColumns(actionKind, shown)]
  }, [mayEdit, mayTriage, trails, receiptOf])
  const card = useMemo(
    () => (action: SeenAction) => (
      <ActionCard action={action} where={placeLine(trails, action)} mayEdit={mayEdit(action)} receipt={receiptOf(action)} />
    ),
    [mayEdit, trails, receiptOf],
  )
  if (!all || !rows) return null
  const clear = () => narrow(() => ({}))
  const { asked, chosen, answered } = triage
  const change = (about: readonly SeenAction[], patch: ActionPatch) =>
    void changeActions(
      device,
      about.map((action) => ({ action, patch })),
    )
  return (
    <Beside>
      <div>
        <RecordTable
          collection="actions"
          rows={rows}
          columns={columns}
          timeZone={site.timeZone}
          groupBy="status"
          expanded={OPEN_AT_FIRST}
          isStruck={isResolved}
          empty={EMPTY[which]}
          narrowing={{
            bar: <FilterBar which={which} filter={filter} onFilter={narrow} onClear={clear} />,
            total: all.length,
            onClear: clear,
          }}
          handling={triage.handling}
          besidePx={open && hasRoom ? PANEL_PX : 0}
          action={ADD}
          onExport={mayTriage ? NOTE_EXPORT : null}
          card={card}
        />
      </div>
      {open && hasRoom && (
        <ActionPanel
          id={open}
          isPublic={context.isPublic(open)}
          may={(action) => mayDo(me, action, site.memberEdits)}
          onMove={triage.move}
          onClose={triage.close}
          onAsk={(what, action, anchor) => triage.ask(what, [action], anchor)}
          onRate={(action, rating) => change([action], { rating })}
          onAssign={(action, assignedTo) => change([action], { assignedTo })}
        />
      )}
      {chosen.length > 0 && (
        <SelectionBar count={chosen.length} onAsk={(what, anchor) => triage.ask(what, chosen, anchor)} onClear={triage.clear} />
      )}
      {asked && <Question asked={asked} onClose={answered} onChange={change} onDone={triage.clear} />}
      {triage.areKeysShown && <KeysDialog onClose={() => triage.showKeys(false)} />}
    </Beside>
  )
}

export const OutstandingActions = () => <ActionList which="outstanding" />
export const AllActions = () => <ActionList which="all" />
export const MyActions = () => <ActionList which="mine" />
