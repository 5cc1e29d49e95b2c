import { oldColumnNames, publicWord, toOldColumns } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { useCallback, useMemo } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import type { Column } from '#parts/record-table/column.ts'
import { RecordTable } from '#parts/record-table/record-table.tsx'
import { AgeText } from '#parts/status/age-text.tsx'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { iconCampaign, iconVisibility } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, rem } from '#ui/theme/theme.ts'
import { ProposalCards } from '../proposals/proposal-cards.tsx'
import { useWithOutcome } from '../rider-text.ts'
import { UnconfirmedNotice } from '../unconfirmed-notice.tsx'
import { UpdateAttention } from './update-attention.tsx'
import { type ListedUpdate, NOT_PUBLIC, type SeenUpdate, updatePath, useUpdates } from './updates.ts'

const Above = styled('div')({
  display: 'grid',
  gap: 12,
  padding: '12px 12px 0',
  '&:empty': { display: 'none' },
  [DESKTOP]: { padding: '16px 24px 0' },
})

const Status = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8, '& b': { fontSize: rem(14), whiteSpace: 'nowrap' } })

const Card = styled(Link)({
  display: 'grid',
  gap: 8,
  padding: '12px 16px',
  color: colour('text'),
  textDecoration: 'none',
  background: colour('surface'),
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  '& > b': { fontWeight: 600 },
  '& small': { fontSize: rem(14), lineHeight: rem(20), color: colour('text2'), fontWeight: 400 },
  '& > div': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '2px 8px', alignItems: 'center' },
  '& > div > small': { gridColumn: '1 / -1', overflowWrap: 'anywhere' },
})

function StatusOf({ update, networkId }: { update: SeenUpdate; networkId: string }) {
  const status = publicWord(update, networkId) ?? null
  return (
    <Status>
      <StatusShape status={status} size={22} />
      <StatusText status={status}>{status ?? 'Unknown'}</StatusText>
    </Status>
  )
}

const textOf = ({ networks, outcome }: SeenUpdate, id: string) =>
  [outcome?.networks[id]?.exceptions, networks[id]?.message].filter(Boolean).join(' ')

/** People search the log for closures, so the most restrictive status comes first. */
const STATUSES = ['Closed', 'Partially Open', 'Open', 'Unknown']

/** The previous app and other tools can import the CSV file, because it has the previous app's columns (UPD-04). */
const columnsFor = (site: Site): readonly Column<ListedUpdate>[] => [
  {
    id: 'view',
    title: 'View',
    type: 'icon-link',
    width: 75,
    icon: iconVisibility,
    value: ({ id }) => updatePath(id),
    label: ({ createdAt }) => `View the update of ${formatDateTime(new Date(createdAt), site.timeZone)}`,
  },
  {
    id: 'createdAt',
    title: 'Sent',
    type: 'datetime',
    width: 168,
    primary: true,
    csv: false,
    value: ({ createdAt }) => createdAt,
    // Clocks may be wrong, so the order is the one in which the server accepted the updates. Unsent updates come first.
    sortValue: ({ place }) => place,
    render: ({ createdAt, state }) =>
      state === 'sent' ? formatDateTime(new Date(createdAt), site.timeZone) : <SyncStateLine state={state} />,
  },
  { id: 'author', title: 'Author', type: 'text', width: 150, group: true, csv: false, value: ({ createdByName }) => createdByName },
  ...site.networks.map(
    ({ id, name }): Column<ListedUpdate> => ({
      id,
      title: name,
      type: 'custom',
      group: STATUSES,
      csv: false,
      value: (update) => publicWord(update, id) ?? 'Unknown',
      render: (update) => <StatusOf update={update} networkId={id} />,
      detail: (update) => textOf(update, id),
    }),
  ),
  ...oldColumnNames(site.networks).map(
    (name): Column<ListedUpdate> => ({
      id: `old ${name}`,
      title: name,
      type: 'text',
      csv: 'only',
      value: (update) => toOldColumns(update, site.networks)[name],
    }),
  ),
]

const ADD = { title: 'Post an update', icon: iconCampaign, to: '/updates/add', onPhone: true }

export function UpdateList() {
  const { site } = usePageData()
  const withOutcome = useWithOutcome()
  const all = useUpdates()
  const updates = useMemo(() => all?.map(withOutcome), [all, withOutcome])
  const columns = useMemo(() => columnsFor(site), [site])
  const card = useCallback((update: SeenUpdate) => <UpdateCard update={update} site={site} />, [site])
  if (!updates) return null
  const refused = updates.flatMap((update) => update.attention.map((attention) => ({ update, attention })))
  const isWaiting = updates.some(({ state }) => state === 'local')
  return (
    <>
      <Above>
        {isWaiting && <Notice>{NOT_PUBLIC}</Notice>}
        {refused.map(({ update, attention }) => (
          <UpdateAttention key={update.id} update={update} refused={attention} />
        ))}
        <ProposalCards latest={updates.find(({ isPublic }) => isPublic) ?? null} />
        <UnconfirmedNotice latest={updates.find(({ isPublic }) => isPublic)} />
      </Above>
      <RecordTable
        collection="updates"
        rows={updates}
        columns={columns}
        timeZone={site.timeZone}
        empty="No updates yet"
        action={ADD}
        card={card}
      />
    </>
  )
}

function UpdateCard({ update, site }: { update: SeenUpdate; site: Site }) {
  return (
    <Card to={updatePath(update.id)}>
      <b>
        <AgeText at={update.createdAt} /> <small>{update.createdByName}</small>
      </b>
      {update.state !== 'sent' && <SyncStateLine state={update.state} />}
      {site.networks.map(({ id, name }) => (
        <div key={id}>
          <span>{name}</span>
          <StatusOf update={update} networkId={id} />
          {textOf(update, id) && <small>{textOf(update, id)}</small>}
        </div>
      ))}
    </Card>
  )
}
