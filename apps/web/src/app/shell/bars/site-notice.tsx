import { SiteState } from '@trailwarden/api'
import { callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { styled } from '#ui/styled.ts'
import { DESKTOP } from '#ui/theme/theme.ts'

const Above = styled('div')({ padding: '12px 12px 0', [DESKTOP]: { padding: '16px 24px 0' } })

const SHOWN = 5

const askSiteState = () => callApi('GET', '/api/site-state', SiteState)

export function SiteNotice() {
  const { site } = usePageData()
  const { answer } = useAnswer(askSiteState)
  const outdated = answer?.ok ? answer.value.outdated : null
  if (!outdated) return null
  const { passedAt, issues } = outdated
  return (
    <Above>
      <Notice>
        The latest trail and emergency post data has {issues.length === 1 ? 'an issue' : `${issues.length} issues`}, so it isn’t being used.
        Riders still see the data from {formatDateTime(new Date(passedAt), site.timeZone)}. Ask the person who maintains the data to fix it.
        <ul>
          {issues.slice(0, SHOWN).map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      </Notice>
    </Above>
  )
}
