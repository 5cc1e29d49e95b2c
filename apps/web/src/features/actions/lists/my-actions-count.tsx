import { useSignedIn } from '#parts/person/signed-in.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { useActions } from '../actions.ts'

const Count = styled('b')({
  padding: '0 8px',
  borderRadius: 10,
  font: font('600 13px/20px'),
  background: colour('surfaceSunken'),
  color: colour('text2'),
})

export function MyActionsCount() {
  const open = useActions('mine', useSignedIn())?.filter(({ status }) => status === 'Unresolved').length
  return open ? <Count>{open}</Count> : null
}
