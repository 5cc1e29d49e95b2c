import { lengthText } from '@trailwarden/domain'
import { ChangedLine, type TrailLine, trailLineKind } from '@trailwarden/domain/trail-line/trail-line-kind'
import { lengthOfLines } from '@trailwarden/domain/trail-line/trail-line-rules'
import type { SyncState } from '@trailwarden/sync'
import { useDevice } from '#data/device/device-session.ts'
import { saveRecord } from '#parts/form/save-record.ts'
import { type HistoryWords, RecordChanges } from '#parts/record/record-history.tsx'

const WORDS: HistoryWords = {
  address: (id) => `/api/trail-lines/${id}/history`,
  first: 'trail',
  changeText: (field, { after }) => (field === 'line' && after === null ? 'restored the surveyed line' : null),
  iconOf: () => undefined,
  valueText(field, value) {
    const line = field === 'line' ? ChangedLine.safeParse(value) : null
    return line?.success ? `a ${lengthText(lengthOfLines(line.data.lines))} line` : null
  },
}

export function TrailLineHistory({ line }: { line: TrailLine & { state: SyncState } }) {
  const device = useDevice()
  return (
    <RecordChanges
      kind={trailLineKind}
      record={line}
      words={WORDS}
      restore={(patch) => saveRecord(device, trailLineKind, 'edit', line.id, patch)}
    />
  )
}
