import { type ActionPatch, actionKind, compareWorstFirst, isManager, placeLine } from '@trailwarden/domain'
import { useEffect, useMemo } from 'react'
import { Link } from 'react-router'
import { syncNow, useDevice } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { type ActionState, fitsFilter } from '#parts/action/action-filter.ts'
import { useGoKeys } from '#parts/page/single-keys.ts'
import { TabTools } from '#parts/page/tab-tools.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { noteExport } from '#parts/record/note-export.ts'
import { iconTaskAlt } from '#parts/record/record-icons.ts'
import { useBreakpoint } from '#parts/record-table/breakpoint.ts'
import { fieldColumns } from '#parts/record-table/field-columns.ts'
import { RecordTable } from '#parts/record-table/record-table.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { mayDo, type SeenAction, useActions, useReceipts, type Which } from '../actions.ts'
import { ActionPanel, PANEL_PX } from '../triage/action-panel.tsx'
import { Board } from '../triage/board.tsx'
import { changeActions } from '../triage/change-actions.ts'
import { FilterBar } from '../triage/filter-bar.tsx'
import { useFilterContext } from '../triage/filter-context.ts'
import { KeyLine, KeysDialog } from '../triage/keys-dialog.tsx'
import { Question } from '../triage/question.tsx'
import { SavedViews } from '../triage/saved-views.tsx'
import { SelectionBar } from '../triage/selection-bar.tsx'
import { useTriageAddress } from '../triage/triage-address.ts'
import { useTriage } from '../triage/use-triage.ts'
import { ViewSwitch } from '../triage/view-switch.tsx'
import { ActionCard } from './action-card.tsx'
import { columnsFor, inFileOrder } from './action-columns.tsx'
import { ArchiveBar } from './archived-actions.tsx'
import { OwnActions } from './own-actions.tsx'

const Beside = styled('div')({ display: 'flex', alignItems: 'flex-start', '& > div:first-of-type': { flex: 1, minWidth: 0 } })

/** In narrower windows, an Action opens on its own page. */
const ROOM_FOR_PANEL_PX = 1200
const ROOM_FOR_ALL_CHIPS_PX = 1400
const WIDTHS = [DESKTOP_PX, ROOM_FOR_PANEL_PX, ROOM_FOR_ALL_CHIPS_PX]
/** Narrower tables would cut off the titles, so they scroll sideways. */
const TABLE_MIN_PX = 952
const WORST_FIRST = { title: 'Worst first', compare: compareWorstFirst }
const DESKTOP_ONLY = [DESKTOP_PX]

const ADD = { title: 'Add an Action', icon: iconAdd, to: '/actions/add', onPhone: true }
const NOTE_EXPORT = noteExport('actions')
const GOES_ON = { waitingFor: '', waitingUntil: null }
const OPEN_AT_FIRST = ['Unresolved']
const EMPTY: Record<Which, { title: string; next: string; icon: string }> = {
  outstanding: { title: 'No outstanding actions', next: 'New Actions appear here straight away.', icon: iconTaskAlt },
  all: { title: 'No Actions yet', next: 'New Actions appear here straight away.', icon: iconTaskAlt },
  mine: {
    title: 'No outstanding actions assigned to you',
    next: 'Actions that you record or are assigned appear here.',
    icon: iconTaskAlt,
  },
}

const isResolved = ({ status }: SeenAction) => status === 'Resolved'

function ActionList({ which }: { which: Which }) {
  const { site } = usePageData()
  const me = useSignedIn()
  const all = useActions(which, me)
  const { filter, narrow, text, search, sort, sortBy, open, show, showNext, isBoard, showBoard, query } = useTriageAddress()
  const context = useFilterContext()
  const rows = useMemo(() => all?.filter((action) => fitsFilter(filter, action, context)), [all, filter, context])
  const trails = useSiteData()?.index ?? null
  const receiptOf = useReceipts()
  useEffect(() => void syncNow(), [])
  const mayTriage = isManager(me)
  const width = useBreakpoint(WIDTHS)
  const hasRoom = width >= ROOM_FOR_PANEL_PX
  const isDesktop = width >= DESKTOP_PX
  const device = useDevice()
  useGoKeys(mayTriage)
  const triage = useTriage({ rows, mayTriage, hasRoom, isBoard, open, show, showNext })
  const mayEdit = useMemo(() => (action: SeenAction) => mayDo(me, action, site.memberEdits).edit, [me, site])
  const columns = useMemo(() => {
    const { now, dueHours, reportCount } = context
    const shown = columnsFor({ me, now, timeZone: site.timeZone, dueHours, trails, mayEdit, reportCount, receiptOf })
    return [...shown, ...fieldColumns(actionKind, shown)]
  }, [me, site.timeZone, context, mayEdit, trails, receiptOf])
  const fileColumns = useMemo(() => inFileOrder(columns), [columns])
  const { selectedIds } = triage
  const card = useMemo(
    () => (action: SeenAction) => (
      <ActionCard
        action={action}
        where={placeLine(trails, action)}
        mayEdit={mayEdit(action)}
        receipt={receiptOf(action)}
        triage={mayTriage ? { isSelected: selectedIds.has(action.id) } : null}
      />
    ),
    [mayEdit, mayTriage, selectedIds, trails, receiptOf],
  )
  if (!all || !rows) return null
  const clear = () => narrow(() => ({}))
  const { asked, chosen, answered } = triage
  const change = (about: readonly SeenAction[], patch: ActionPatch) =>
    void changeActions(
      device,
      about.map((action) => ({ action, patch })),
    )
  const pressedCard = (target: EventTarget) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-ask]') : null
    const action = rows.find(({ id }) => id === button?.dataset.of)
    const what = button?.dataset.ask
    if (!action) return
    if (what === 'select') triage.handling.selection?.onSelect(action.id, false)
    else if (what === 'assign' || what === 'rate' || what === 'resolve') triage.ask(what, [action], button)
  }
  const moveTo = (action: SeenAction, to: ActionState, anchor: Element) => {
    const isOpenAgain = action.status === 'Resolved'
    if (to === 'Resolved') triage.ask('resolve', [action], anchor)
    else if (isOpenAgain) triage.ask('reopen', [action], anchor)
    else if (to === 'Waiting') triage.ask('wait', [action], anchor)
    else if (to === 'Open') change([action], { assignedTo: null, ...GOES_ON })
    else if (action.assignedTo) change([action], GOES_ON)
    else triage.ask('assign', [action], anchor)
  }
  const views = <SavedViews personId={me.id} which={which} query={query} />
  const viewSwitch = <ViewSwitch isBoard={isBoard} onSwitch={showBoard} />
  const board = (found: readonly SeenAction[]) => (
    <Board rows={found} trails={trails} withFixed={which !== 'outstanding'} mayMove={mayTriage} isPhone={!isDesktop} onMove={moveTo} />
  )
  return (
    <Beside>
      {isDesktop && (
        <TabTools>
          {views}
          {viewSwitch}
          {hasRoom && (
            <Button component={Link} to={ADD.to} variant="contained" sx={{ minHeight: 40 }}>
              <Icon path={iconAdd} />
              {ADD.title}
            </Button>
          )}
        </TabTools>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the cards inside contain the buttons that are pressed. */}
      <div onClick={({ target }) => pressedCard(target)}>
        <RecordTable
          collection="Actions"
          rows={rows}
          columns={columns}
          fileColumns={fileColumns}
          tall
          minWidthPx={TABLE_MIN_PX}
          timeZone={site.timeZone}
          groupBy="status"
          defaultOrder={WORST_FIRST}
          order={{ sort, onSort: sortBy }}
          storedText={{ text, onText: search }}
          // A filter by status may show any group, so all groups are expanded.
          {...(!filter.status && { expanded: OPEN_AT_FIRST })}
          isStruck={isResolved}
          empty={EMPTY[which]}
          narrowing={{
            bar: (
              <FilterBar
                width={!isDesktop ? 'phone' : width >= ROOM_FOR_ALL_CHIPS_PX && !(open && hasRoom) ? 'wide' : 'narrow'}
                lead={!isDesktop && views}
                which={which}
                filter={filter}
                onFilter={narrow}
                onClear={clear}
              />
            ),
            total: all.length,
            onClear: clear,
          }}
          handling={triage.handling}
          besidePx={open && hasRoom && !isBoard ? PANEL_PX : 0}
          besideCsv={viewSwitch}
          view={isBoard ? board : null}
          action={ADD}
          onExport={mayTriage ? NOTE_EXPORT : null}
          card={card}
        />
        {which !== 'outstanding' && (!filter.status || filter.status.includes('Resolved')) && <ArchiveBar />}
        {isDesktop && !isBoard && <KeyLine mayTriage={mayTriage} onAll={() => triage.showKeys(true)} />}
      </div>
      {open && hasRoom && !isBoard && (
        <ActionPanel
          id={open}
          isPublic={context.isPublic(open)}
          may={(action) => mayDo(me, action, site.memberEdits)}
          onMove={triage.move}
          onClose={triage.close}
          onAsk={triage.ask}
          onGoOn={(action) => change([action], GOES_ON)}
          onRate={(action, rating) => change([action], { rating })}
          onAssign={(action, assignedTo) => change([action], { assignedTo })}
        />
      )}
      {chosen.length > 0 && (
        <SelectionBar chosen={chosen} onAsk={(what, anchor) => triage.ask(what, chosen, anchor)} onClear={triage.clear} />
      )}
      {asked && <Question asked={asked} isPublic={context.isPublic} onClose={answered} onChange={change} onDone={triage.clear} />}
      {triage.areKeysShown && <KeysDialog onClose={() => triage.showKeys(false)} />}
    </Beside>
  )
}

export const OutstandingActions = () => <ActionList which="outstanding" />
export const AllActions = () => <ActionList which="all" />

export function MyActions() {
  const isDesktop = useBreakpoint(DESKTOP_ONLY) > 0
  const mayTriage = isManager(useSignedIn())
  return isDesktop || mayTriage ? <ActionList which="mine" /> : <OwnActions />
}
