import { useState } from 'react'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown, iconSignpost } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import type { PostAlong } from './trail-steps.ts'

const Fold = styled('details')({
  '& > div, & summary': { boxSizing: 'border-box' },
  '& summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 14,
    minHeight: 48,
    padding: '0 4px',
    cursor: 'pointer',
    font: font('600 15px/21px'),
    '&::-webkit-details-marker': { display: 'none' },
    '& span': { flex: 1 },
    '& svg:first-of-type': { color: colour('link') },
    '& svg:last-of-type': { color: colour('text2') },
  },
  '&[open] summary svg:last-of-type': { transform: 'rotate(180deg)' },
  '& > div': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8, paddingTop: 4 },
})

type Props = { posts: readonly PostAlong[]; onCounted: (alongM: number) => void }

/** Someone who knows the last post and has counted the metres needs no map. */
export function CountFromPost({ posts, onCounted }: Props) {
  const [code, setCode] = useState('')
  const [metres, setMetres] = useState('0')
  const count = (post: string, past: string) => {
    setCode(post)
    setMetres(past)
    const from = posts.find((one) => one.code === post)
    if (from && past.trim() !== '' && Number.isFinite(Number(past))) onCounted(from.alongM + Number(past))
  }
  if (posts.length === 0) return null
  return (
    <Fold>
      <summary>
        <Icon path={iconSignpost} />
        <span>Measure from a post instead</span>
        <Icon path={iconKeyboardArrowDown} />
      </summary>
      <div>
        <SelectField
          label="Post"
          value={posts.some((one) => one.code === code) ? code : ''}
          onChange={({ target }) => count(target.value, metres)}
          options={[{ value: '', title: 'Choose a post' }, ...posts.map((one) => ({ value: one.code, title: one.code }))]}
        />
        <TextField
          label="Metres past it"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={metres}
          onChange={({ target }) => count(code, target.value)}
        />
      </div>
    </Fold>
  )
}
