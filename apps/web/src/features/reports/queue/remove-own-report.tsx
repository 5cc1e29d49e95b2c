import { useNavigate } from 'react-router'
import { removeOwnReport, useOwnReports } from '#data/reports/reporter.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/feedback/toasts.ts'

/** The device may be borrowed, so its user can remove a report. */
export function RemoveOwnReport({ code }: { code: string }) {
  const navigate = useNavigate()
  const report = useOwnReports()?.find((one) => one.code === code)
  if (!report) return null
  const remove = async () => {
    await removeOwnReport(report)
    toast('success', `Removed from this ${thisDevice()}. The trail team still has it.`)
    await navigate('/')
  }
  return (
    <Button sx={{ justifySelf: 'start' }} onClick={() => void remove()}>
      Remove from this {thisDevice()}
    </Button>
  )
}
