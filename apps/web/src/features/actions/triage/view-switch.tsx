import { Icon } from '#ui/icons/icon.tsx'
import { iconChecklist } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { iconColumns } from './triage-icons.ts'

const Pair = styled('div')({
  display: 'inline-flex',
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 8,
  overflow: 'hidden',
  background: colour('surface'),
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 45,
    padding: '0 14px',
    border: 0,
    background: 'none',
    color: colour('text2'),
    font: font('600 15px/20px'),
    cursor: 'pointer',
    '&[aria-pressed=true]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
    '&:focus-visible': { outlineOffset: -3 },
  },
})

export const ViewSwitch = ({ isBoard, onSwitch }: { isBoard: boolean; onSwitch: (isBoard: boolean) => void }) => (
  <Pair role="group" aria-label="View">
    <button type="button" aria-pressed={!isBoard} onClick={() => onSwitch(false)}>
      <Icon path={iconChecklist} size={20} />
      List
    </button>
    <button type="button" aria-pressed={isBoard} onClick={() => onSwitch(true)}>
      <Icon path={iconColumns} size={20} />
      Board
    </button>
  </Pair>
)
