import { keyframes } from '@emotion/react'
import { seesWholeAuditLog } from '@trailwarden/domain'
import { useEffect, useRef, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useAddressFilter } from '#parts/action/address-filter.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconDownload } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, REDUCED_MOTION, typography } from '#ui/theme/theme.ts'
import { AuditEntries } from './audit-entries.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { exportAuditLog, type FilterTexts, filterIn, queryOf } from './audit-log.ts'
import { useAuditLog } from './use-audit-log.ts'

const Frame = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  padding: 12,
  [DESKTOP]: { gap: 16, padding: '16px 24px 24px' },
})

const Head = styled('div')({
  display: 'grid',
  gap: 12,
  justifyItems: 'start',
  '& h2': typography.h2,
  '& > div:last-of-type': { display: 'flex', alignItems: 'center', gap: 12 },
  [DESKTOP]: {
    gridTemplateColumns: '1fr auto',
    alignItems: 'start',
    '& > div:last-of-type': { flexDirection: 'row-reverse' },
    '& button': { minHeight: 40 },
  },
})

const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  '& p:focus': { outline: 'none' },
})

const Message = styled(Card)({ display: 'grid', justifyItems: 'center', gap: 12, padding: '32px 16px', textAlign: 'center' })

const breathe = keyframes({ '50%': { opacity: 0.5 } })

const Grey = styled(Card)({
  '& i': {
    display: 'block',
    height: 14,
    margin: '19px 16px',
    borderRadius: 7,
    background: colour('surfaceSunken'),
    animation: `${breathe} 1.6s ease-in-out infinite`,
    [REDUCED_MOTION]: { animation: 'none' },
  },
  '& i:nth-of-type(even)': { marginRight: '30%' },
})

const OFFLINE = 'You’re offline'
const GREY_LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

function CsvButton({ query, isEmpty }: { query: string; isEmpty: boolean }) {
  const { site } = usePageData()
  const hasSignal = useHasSignal()
  const [isWorking, setIsWorking] = useState(false)
  const take = async () => {
    setIsWorking(true)
    await exportAuditLog(query, site)
    setIsWorking(false)
  }
  return (
    <div>
      <Button variant="outlined" disabled={isEmpty || isWorking || !hasSignal} onClick={take}>
        <Icon path={iconDownload} size={20} />
        CSV
      </Button>
      {!hasSignal && <Muted>{OFFLINE}</Muted>}
      {isWorking && <Muted role="status">Preparing the file…</Muted>}
    </div>
  )
}

export function AuditLogScreen() {
  const me = useSignedIn()
  const hasSignal = useHasSignal()
  const { filter, change } = useAddressFilter<FilterTexts>(filterIn, queryOf)
  const query = queryOf(filter)
  const { entries, next, refusal, isLoading, loadMore } = useAuditLog(query, hasSignal)
  const endRef = useRef<HTMLParagraphElement>(null)
  const hadMore = useRef(false)
  const hasMore = next !== null
  // The focused button disappears when the last page loads, so the focus moves to the text that replaces the button.
  useEffect(() => {
    if (hadMore.current && !hasMore && document.activeElement === document.body) endRef.current?.focus()
    hadMore.current = hasMore
  }, [hasMore])

  const isFirstLoading = entries === null && (isLoading || !refusal)
  return (
    <Frame>
      <Head>
        <div>
          <h2>Audit log</h2>
          <Muted>
            Who did what and when. No one can edit this log, not even administrators.
            {!seesWholeAuditLog(me) && ' You can only see your own entries.'}
          </Muted>
        </div>
        <CsvButton query={query} isEmpty={!entries?.length} />
      </Head>
      <AuditFilters
        filter={filter}
        onChange={(chosen) => change((wanted) => ({ ...wanted, ...chosen }))}
        onClear={() => change(() => ({}))}
      />
      {entries === null && !hasSignal && (
        <Message as="div" role="status">
          <b>{OFFLINE}</b>
          <Muted>You need a connection to see the audit log.</Muted>
        </Message>
      )}
      {hasSignal && isFirstLoading && (
        <Grey as="div" role="status" aria-label="Loading the audit log">
          {GREY_LINES.map((line) => (
            <i key={line} />
          ))}
        </Grey>
      )}
      {entries?.length === 0 && (
        <Message as="div" role="status">
          <Muted>{query === '' ? 'The audit log is empty.' : 'No entries match.'}</Muted>
        </Message>
      )}
      {entries !== null && entries.length > 0 && <AuditEntries entries={entries} />}
      {refusal && !isLoading && hasSignal && (
        <Message as="div" role="alert">
          <b>{entries ? 'Couldn’t load more entries.' : 'Couldn’t load the audit log.'}</b>
          <Muted>{reasonOf(refusal)}</Muted>
          <Button variant="outlined" onClick={loadMore}>
            Try again
          </Button>
        </Message>
      )}
      {entries !== null && entries.length > 0 && (
        <Foot>
          <Muted ref={endRef} tabIndex={-1} role="status">
            {hasMore ? `The latest ${entries.length} entries` : entries.length === 1 ? '1 entry' : `All ${entries.length} entries`}
            {hasMore && !hasSignal && `. ${OFFLINE}`}
          </Muted>
          {hasMore && !refusal && (
            <Button variant="outlined" disabled={!hasSignal} aria-disabled={isLoading} onClick={() => isLoading || loadMore()}>
              {isLoading ? 'Loading…' : 'Load more'}
            </Button>
          )}
        </Foot>
      )}
    </Frame>
  )
}
