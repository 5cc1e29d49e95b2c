import type { ApiKey } from '@trailwarden/api'
import { usePageData } from '#data/page-data.ts'
import { formatDate } from '#lib/dates.ts'
import { useBreakpoint } from '#parts/record-table/breakpoint.ts'
import { Table } from '#parts/record-table/table-styles.ts'
import { Age } from '#parts/status/age.tsx'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { AskFirst } from '#ui/dialog/ask-first.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { SCOPE_TITLES } from './keys.ts'

/** Below this width, there is no room for six columns beside the menu. */
const WIDTHS = [1200]
/** A key that hasn't been used for this long should be revoked. */
const UNUSED_MS = 182 * 86_400_000

const KeyTable = styled(Table)({
  '& tbody th, & tbody td': { padding: '6px 16px', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  // The table is short, so its head doesn't need to be sticky.
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
const Ending = styled('code')({ font: '500 0.875rem/1.25rem ui-monospace, Menlo, Consolas, monospace' })
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

const Buttons = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', justifyContent: 'flex-end', marginLeft: 'auto' })

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

function Maker({ apiKey: { madeBy, heldBy, isSuspended } }: { apiKey: ApiKey }) {
  return (
    <>
      <Muted as="div">
        Created by {madeBy}
        {heldBy !== madeBy && `, taken over by ${heldBy}`}
      </Muted>
      {isSuspended && (
        <Marked>
          <Icon path={iconWarningFill} size={16} />
          Suspended
        </Marked>
      )}
    </>
  )
}

type Props = { keys: readonly ApiKey[]; isReady: boolean; onRevoke: (key: ApiKey) => void; onTakeOver: (key: ApiKey) => void }

function Acts({ apiKey, isReady, onRevoke, onTakeOver }: { apiKey: ApiKey } & Omit<Props, 'keys'>) {
  return (
    <Buttons>
      {apiKey.isSuspended && (
        <Button disabled={!isReady} onClick={() => onTakeOver(apiKey)} aria-label={`Take over ${apiKey.name}`}>
          Take over
        </Button>
      )}
      <Revoke apiKey={apiKey} isReady={isReady} onRevoke={onRevoke} />
    </Buttons>
  )
}

function Revoke({ apiKey, isReady, onRevoke }: { apiKey: ApiKey } & Pick<Props, 'isReady' | 'onRevoke'>) {
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
      {apiKey.name} will stop working straight away.
    </AskFirst>
  )
}

export function ApiKeys({ keys, ...rest }: Props) {
  const isPhone = useBreakpoint(WIDTHS) === 0
  if (keys.length === 0)
    return <Muted sx={{ padding: '0 16px 16px' }}>No API keys yet. Create one for each program so you can revoke them separately.</Muted>
  if (isPhone)
    return (
      <List aria-label="Keys">
        {keys.map((key) => (
          <li key={key.id}>
            <div>
              <b>{key.name}</b>
              <Maker apiKey={key} />
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
            <Acts apiKey={key} {...rest} />
          </li>
        ))}
      </List>
    )
  return (
    <KeyTable aria-label="Keys">
      <colgroup>
        <col width="25%" />
        <col width="18%" />
        <col width="11%" />
        <col width="14%" />
        <col width="15%" />
        <col width="17%" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Permissions</th>
          <th scope="col">Ends with</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">
              {key.name}
              <Maker apiKey={key} />
            </th>
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
              <Acts apiKey={key} {...rest} />
            </td>
          </tr>
        ))}
      </tbody>
    </KeyTable>
  )
}
