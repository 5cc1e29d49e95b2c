import { styled } from '@mui/material/styles'
import { SiteState } from '@trailwarden/api'
import { callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Notice } from '#ui/notice.tsx'
import { DESKTOP } from '#ui/theme.ts'

const Above = styled('div')({ padding: '12px 12px 0', [DESKTOP]: { padding: '16px 24px 0' } })

const SHOWN = 5

const askSiteState = () => callApi('GET', '/api/site-state', SiteState)

/** Tells managers that the latest data of the network is not in use, and why. */
export function SiteNotice() {
  const { site } = usePageData()
  const { answer } = useAnswer(askSiteState)
  const outdated = answer?.ok ? answer.value.outdated : null
  if (!outdated) return null
  const { passedAt, issues } = outdated
  return (
    <Above>
      <Notice>
        The latest trail and marker data has {issues.length === 1 ? 'an issue' : `${issues.length} issues`} and is not in use. Everyone
        still gets the data of {formatDateTime(new Date(passedAt), site.timeZone)}. Ask whoever looks after the data to correct it.
        <ul>
          {issues.slice(0, SHOWN).map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      </Notice>
    </Above>
  )
}
