import { refusalText } from '#lib/messages/refusal.ts'

const REASONS: Readonly<Record<string, string>> = {
  'not-valid': 'Some of the details aren’t valid. Please send a new report.',
  'too-many-photos': 'It has too many photos. Please send a new report with fewer.',
  gone: 'We couldn’t find the report that you added this to.',
}

/** The server's text is for developers, so visitors never see it. */
export const whyReportRefused = ({ code }: { code: string }): string =>
  REASONS[code] ?? refusalText(code, 'The server rejected it. Please send a new report.')
