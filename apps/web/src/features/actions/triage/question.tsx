import { type ActionPatch, Rating } from '@trailwarden/domain'
import { NOBODY, PersonPicker } from '#parts/person/person-picker.tsx'
import type { SeenAction } from '../actions.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { RatingMenu } from './pick-menu.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import type { Asked } from './use-triage.ts'
import { WaitingDialog } from './waiting-dialog.tsx'

type Props = {
  asked: Asked
  isPublic: (id: string) => boolean
  onClose: () => void
  onChange: (about: readonly SeenAction[], patch: ActionPatch) => void
  onDone: () => void
}

export function Question({ asked: { what, about, anchor }, isPublic, onClose, onChange, onDone }: Props) {
  const same = <T,>(of: (action: SeenAction) => T): T | null => {
    const [first, ...others] = about.map(of)
    return first !== undefined && others.every((one) => one === first) ? first : null
  }
  switch (what) {
    case 'rate': {
      const pick = (value: string) => onChange(about, { rating: Rating.parse(value) })
      return <RatingMenu anchor={anchor} chosen={same(({ rating }) => rating)} onPick={pick} onClose={onClose} />
    }
    case 'assign': {
      const pick = (value: string) => onChange(about, { assignedTo: value || null })
      const chosen = same(({ assignedTo }) => assignedTo ?? '')
      const label = about[1] ? `Assign ${about.length} Actions` : `Assign ${about[0]?.number}`.trim()
      return (
        <PersonPicker
          label={label}
          anchor={anchor}
          extra={[NOBODY]}
          chosen={chosen === null ? [] : [chosen]}
          onPick={pick}
          onClose={onClose}
        />
      )
    }
    case 'resolve':
      return <ResolveDialog actions={about} onClose={onClose} onDone={onDone} />
    case 'merge':
      return <MergeDialog actions={about} isPublic={isPublic} onClose={onClose} onDone={onDone} />
    case 'wait':
      return <WaitingDialog actions={about} onClose={onClose} onDone={onDone} />
    case 'reopen':
      return about[0] ? <ReopenDialog action={about[0]} onClose={onClose} /> : null
  }
}
