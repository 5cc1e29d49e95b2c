import type { AuditEntry } from '@trailwarden/api'
import { auditEventTitle } from '@trailwarden/domain'
import { usePageData } from '#data/page-data.ts'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { formatDateTime } from '#lib/dates.ts'
import { useBreakpoint } from '#parts/record-table/breakpoint.ts'
import { Table } from '#parts/record-table/table-styles.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { detailsOf, formatActor, formatSubject, isRefusal } from './audit-entry.ts'

const WIDTHS = [DESKTOP_PX]

// With `hidden`, the table head wouldn't be sticky.
const TableCard = styled(Card)({ overflow: 'clip' })

const LogTable = styled(Table)({
  '& tbody th, & tbody td': { padding: '6px 12px', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& tbody td:first-of-type': { whiteSpace: 'nowrap' },
  '& .about': { padding: '2px 8px', borderRadius: 6, background: colour('surfaceSunken'), fontSize: rem(13), fontWeight: 600 },
  '& .details': { color: colour('text2') },
  '& .refused': { display: 'flex', alignItems: 'center', gap: 8 },
  '& .refused svg': { color: colour('warningText') },
})

const List = styled(Card)({
  overflow: 'hidden',
  '& li': { padding: '10px 16px', overflowWrap: 'anywhere' },
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& b': { display: 'flex', alignItems: 'center', gap: 8, fontSize: rem(16), lineHeight: rem(22), fontWeight: 600 },
  '& b svg': { color: colour('warningText') },
  '& small': { display: 'block', fontSize: rem(14), lineHeight: rem(20), color: colour('text2'), fontFeatureSettings: "'tnum'" },
})

function What({ entry }: { entry: AuditEntry }) {
  return (
    <>
      {isRefusal(entry) && <Icon path={iconWarningFill} size={18} />}
      <span>{auditEventTitle(entry.event)}</span>
    </>
  )
}

export function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  const { site } = usePageData()
  const when = ({ at }: AuditEntry) => <time dateTime={at}>{formatDateTime(new Date(at), site.timeZone)}</time>
  if (useBreakpoint(WIDTHS) === 0)
    return (
      <List as="ul" aria-label="Audit log">
        {entries.map((entry) => {
          const rest = [formatSubject(entry), detailsOf(entry, site.roleTitles)].filter(Boolean).join(': ')
          return (
            <li key={entry.id}>
              <b>
                <What entry={entry} />
              </b>
              {rest && <small>{rest}</small>}
              <small>
                {when(entry)} · {formatActor(entry)}
              </small>
            </li>
          )
        })}
      </List>
    )
  return (
    <TableCard as="div">
      <LogTable aria-label="Audit log">
        <colgroup>
          <col width={150} />
          <col width={180} />
          <col width={250} />
          <col width={190} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">About</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{when(entry)}</td>
              <td>{formatActor(entry)}</td>
              <th scope="row">
                <span className={isRefusal(entry) ? 'refused' : undefined}>
                  <What entry={entry} />
                </span>
              </th>
              <td>{formatSubject(entry) && <span className="about">{formatSubject(entry)}</span>}</td>
              <td className="details">{detailsOf(entry, site.roleTitles)}</td>
            </tr>
          ))}
        </tbody>
      </LogTable>
    </TableCard>
  )
}
