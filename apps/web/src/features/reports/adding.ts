import type { StepName } from './followed-steps.tsx'

/** What the reporter is asked for more, as the report stands. */
export type Adding = { title: string; about: string; question: string; isNotFixed: boolean }

const MORE = { title: 'Add something', about: 'A note or another photo', question: 'What should we know?', isNotFixed: false }

const AT: Partial<Record<StepName, Adding>> = {
  Fixed: { title: 'Not fixed?', about: 'Tell us what’s still there', question: 'What’s still there?', isNotFixed: true },
  Closed: { title: 'Think we’re wrong?', about: 'Add a note. The team reads it.', question: 'Why do you think so?', isNotFixed: false },
}

export const addingAt = (state: StepName): Adding => AT[state] ?? MORE
