import { noticesAt, type PublicNotice, readNotices } from '@trailwarden/domain/notice/public-notice'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatExact } from '#lib/dates.ts'
import type { TopAlerts } from '#parts/feature.ts'
import { AlertBox, AlertList } from '#parts/status/alert-box.tsx'
import { useIsWritten, useNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { NoticeSymbol } from './notice-symbol.tsx'

const SHOWN = 2

const severityOf = ({ level }: Pick<PublicNotice, 'level'>) => (level === 'Closure' ? 'Extreme' : 'Moderate')

type Shown = Pick<PublicNotice, 'title' | 'text' | 'level' | 'endsAt'>

export const NoticeBox = ({ notice, timeZone }: { notice: Shown; timeZone: string }) => (
  <AlertBox data-severity={severityOf(notice)}>
    <NoticeSymbol level={notice.level} />
    <div>
      <h2>{notice.title}</h2>
      {notice.text && <p>{notice.text}</p>}
      <p>Until {formatExact(new Date(notice.endsAt), timeZone)}</p>
    </div>
  </AlertBox>
)

/** The device's clock decides when a notice ends, so notices also end offline. */
function useNotices(): PublicNotice[] {
  const { status } = usePageData()
  return noticesAt(readNotices(status?.notices), useNow())
}

/** Notices are plain text, never markup. Screen readers announce new notices politely. */
export function PublicNotices() {
  const { timeZone } = usePageData().site
  const notices = useNotices()
  const isWritten = useIsWritten()
  const [isOpen, setIsOpen] = useState(false)
  if (notices.length === 0) return null
  // Without scripts, no button could show the rest, so the page shows all notices.
  const shown = isOpen || isWritten ? notices : notices.slice(0, SHOWN)
  const more = notices.length - shown.length
  return (
    <AlertList role="status" aria-label="Notices">
      {shown.map((notice) => (
        <NoticeBox key={notice.id} notice={notice} timeZone={timeZone} />
      ))}
      {more > 0 && (
        <Button variant="text" onClick={() => setIsOpen(true)}>
          {more === 1 ? '1 more notice' : `${more} more notices`}
        </Button>
      )}
    </AlertList>
  )
}

export const listNotices: TopAlerts['listForMap'] = ({ status }, now) =>
  noticesAt(readNotices(status?.notices), now).map(({ id, title, level, postedAt }) => ({
    id,
    title,
    since: postedAt,
    isSevere: level === 'Closure',
    mark: <NoticeSymbol level={level} />,
  }))
