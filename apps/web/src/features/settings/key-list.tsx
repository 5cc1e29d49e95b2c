import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ApiKey } from '@trailwarden/api'
import { usePageData } from '#data/page-data.ts'
import { formatDate } from '#lib/dates.ts'
import { Age } from '#parts/age.tsx'
import { useBreakpoint } from '#parts/record-table/breakpoint.ts'
import { Table } from '#parts/record-table/table-styles.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconWarningFill } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'
import { SCOPE_TITLES } from './keys.ts'

/** Narrower, the menu and the sections leave no room for six columns. */
const WIDTHS = [1200]
/** A key that nothing has used for so long is one to revoke. */
const UNUSED_MS = 182 * 86_400_000

const KeyTable = styled(Table)({
  '& tbody th, & tbody td': { padding: '6px 16px', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  // The table is short: its head needs not stay in sight.
  '& thead': { position: 'static' },
  '& thead tr > *': { padding: '0 16px' },
  borderRadius: '0 0 11px 11px',
  overflow: 'hidden',
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& td:last-of-type': { textAlign: 'right' },
})
const List = styled('ul')({
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '10px 16px',
    borderTop: `1px solid ${colour('line')}`,
  },
  '& li > div': { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  '& b': { fontWeight: 600 },
})
const Ending = styled('code')({ font: '500 14px/20px ui-monospace, Menlo, Consolas, monospace' })
const Marked = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  padding: '2px 8px',
  borderRadius: 6,
  background: colour('warningContainer'),
  color: colour('warningText'),
  fontWeight: 600,
  whiteSpace: 'nowrap',
})

const mayDo = ({ scopes }: ApiKey) => scopes.map((scope) => SCOPE_TITLES[scope].title).join(', ')

function LastUsed({ apiKey: { createdAt, lastUsedAt } }: { apiKey: ApiKey }) {
  const { timeZone } = usePageData().site
  if (Date.now() - Date.parse(lastUsedAt ?? createdAt) > UNUSED_MS)
    return (
      <Marked>
        <Icon path={iconWarningFill} size={16} />
        {lastUsedAt ? formatDate(new Date(lastUsedAt), timeZone) : 'Never'}
      </Marked>
    )
  return lastUsedAt ? <Age at={lastUsedAt} /> : 'Never'
}

function Expires({ apiKey: { expiresAt } }: { apiKey: ApiKey }) {
  const date = formatDate(new Date(expiresAt), usePageData().site.timeZone)
  if (Date.parse(expiresAt) > Date.now()) return date
  return (
    <Marked>
      <Icon path={iconWarningFill} size={16} />
      Ended {date}
    </Marked>
  )
}

type Props = { keys: readonly ApiKey[]; isReady: boolean; onRevoke: (key: ApiKey) => void }

function Revoke({ apiKey, isReady, onRevoke }: { apiKey: ApiKey } & Omit<Props, 'keys'>) {
  return (
    <AskFirst
      question={`Revoke ${apiKey.name}?`}
      answer="Revoke"
      act={() => onRevoke(apiKey)}
      button={(ask) => (
        <Button disabled={!isReady} onClick={ask} aria-label={`Revoke ${apiKey.name}`}>
          Revoke
        </Button>
      )}
    >
      {apiKey.name} will stop working at once.
    </AskFirst>
  )
}

/** A table on a desktop, one list of cards on a phone. */
export function ApiKeys({ keys, ...rest }: Props) {
  const isPhone = useBreakpoint(WIDTHS) === 0
  if (keys.length === 0)
    return <Muted sx={{ p: '0 16px 16px' }}>There are no keys. Make one for each program, so that each can be revoked alone.</Muted>
  if (isPhone)
    return (
      <List aria-label="Keys">
        {keys.map((key) => (
          <li key={key.id}>
            <div>
              <b>{key.name}</b>
              <Muted>
                {mayDo(key)}. Ends with <Ending>…{key.ending}</Ending>
              </Muted>
              <Muted as="div">
                Last used: <LastUsed apiKey={key} />
              </Muted>
              <Muted as="div">
                Expires: <Expires apiKey={key} />
              </Muted>
            </div>
            <Revoke apiKey={key} {...rest} />
          </li>
        ))}
      </List>
    )
  return (
    <KeyTable aria-label="Keys">
      <colgroup>
        <col width="23%" />
        <col width="20%" />
        <col width="12%" />
        <col width="15%" />
        <col width="19%" />
        <col width="11%" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">May do</th>
          <th scope="col">Ends with</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name}</th>
            <td>{mayDo(key)}</td>
            <td>
              <Ending>…{key.ending}</Ending>
            </td>
            <td>
              <LastUsed apiKey={key} />
            </td>
            <td>
              <Expires apiKey={key} />
            </td>
            <td>
              <Revoke apiKey={key} {...rest} />
            </td>
          </tr>
        ))}
      </tbody>
    </KeyTable>
  )
}
