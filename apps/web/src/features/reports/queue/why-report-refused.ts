import { refusalText } from '#lib/messages/refusal.ts'

/** Reasons for codes that mean something different for a report, because its sender can't change it. */
const REASONS: Readonly<Record<string, string>> = {
  'not-valid': 'Some of the details aren’t valid. Please send a new report.',
  'too-many-photos': 'It has too many photos. Please send a new report with fewer.',
  gone: 'We couldn’t find the report that you added this to.',
}

/** Returns the reason as text for visitors. Never returns the server's text, which is for developers. */
export const whyReportRefused = ({ code }: { code: string }): string =>
  REASONS[code] ?? refusalText(code, 'The server rejected it. Please send a new report.')
