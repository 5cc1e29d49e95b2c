import { FollowedReport } from '@trailwarden/api'
import { callApi } from '#data/api.ts'
import { FOLLOWED } from '#data/reports/reporter.ts'

export type Followed = { report: FollowedReport; at: string }

export function readFollowed(code: string): Followed | null {
  try {
    const { report, at } = JSON.parse(localStorage.getItem(FOLLOWED + code) ?? 'null')
    return { report: FollowedReport.parse(report), at: String(at) }
  } catch {
    return null
  }
}

export async function fetchFollowed(code: string) {
  const answer = await callApi('POST', '/api/report-links/open', FollowedReport, { code })
  if (!answer.ok) return answer
  const value: Followed = { report: answer.value, at: new Date().toISOString() }
  try {
    localStorage.setItem(FOLLOWED + code, JSON.stringify(value))
  } catch {
    // Without storage, the report is only available online.
  }
  return { ok: true as const, value }
}
