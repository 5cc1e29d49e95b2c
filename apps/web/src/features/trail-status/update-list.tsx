import { styled } from '@mui/material/styles'
import { type NetworkStatus, oldColumnNames, toOldColumns } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { useCallback, useMemo } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { AgeText } from '#parts/age-text.tsx'
import type { Column } from '#parts/record-table/column.ts'
import { RecordTable } from '#parts/record-table/record-table.tsx'
import { StatusShape, StatusText } from '#parts/status-shape.tsx'
import { SyncStateLine } from '#parts/sync-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { iconCampaign, iconVisibility } from '#ui/screen-icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { ProposalCards } from './proposal-cards.tsx'
import { UnconfirmedNotice } from './unconfirmed-notice.tsx'
import { UpdateAttention } from './update-attention.tsx'
import { type ListedUpdate, NOT_PUBLIC, type SeenUpdate, updatePath, useUpdates } from './updates.ts'

const Above = styled('div')({
  display: 'grid',
  gap: 12,
  padding: '12px 12px 0',
  '&:empty': { display: 'none' },
  [DESKTOP]: { padding: '16px 24px 0' },
})

const Status = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8, '& b': { fontSize: 14, whiteSpace: 'nowrap' } })

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
  '& small': { fontSize: 14, lineHeight: '20px', color: colour('text2'), fontWeight: 400 },
  '& > div': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '2px 8px', alignItems: 'center' },
  '& > div > small': { gridColumn: '1 / -1', overflowWrap: 'anywhere' },
})

function StatusOf({ networkStatus }: { networkStatus: NetworkStatus | undefined }) {
  const status = networkStatus?.status ?? null
  return (
    <Status>
      <StatusShape status={status} size={22} />
      <StatusText status={status}>{status ?? 'Unknown'}</StatusText>
    </Status>
  )
}

/** Worst first: what was closed, and how often, is what the log is searched for. */
const STATUSES = ['Closed', 'Partially Open', 'Open', 'Unknown']

/** The file has the columns of the old app: what left it can come back to it, and other tools know them (UPD-04). */
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
    // What waits is on top, then by the order they were accepted in, whatever any clock says.
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
      value: ({ networks }) => networks[id]?.status ?? 'Unknown',
      render: ({ networks }) => <StatusOf networkStatus={networks[id]} />,
      detail: ({ networks }) => networks[id]?.message ?? '',
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

/** The log of updates, for managers: nothing in it ever changes. What has not reached the public stands above it and says so. */
export function UpdateList() {
  const { site } = usePageData()
  const updates = useUpdates()
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
          <StatusOf networkStatus={update.networks[id]} />
          {update.networks[id]?.message && <small>{update.networks[id].message}</small>}
        </div>
      ))}
    </Card>
  )
}
