import type { StepName } from './followed-steps.tsx'

export type Adding = { title: string; about: string; question: string; isNotFixed: boolean }

const MORE = { title: 'Add to this report', about: 'A note or another photo', question: 'What would you like to add?', isNotFixed: false }

const AT: Partial<Record<StepName, Adding>> = {
  Fixed: { title: 'Not fixed?', about: 'Tell us what’s still wrong', question: 'What’s still wrong?', isNotFixed: true },
  Closed: { title: 'Think we’re wrong?', about: 'Add a note for the trail team', question: 'Why do you think so?', isNotFixed: false },
}

export const addingAt = (state: StepName): Adding => AT[state] ?? MORE
