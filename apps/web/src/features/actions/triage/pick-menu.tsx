import MenuItem from '@mui/material/MenuItem'
import { Rating } from '@trailwarden/domain'
import type { ReactNode } from 'react'
import { RatingLine } from '#parts/action/rating-tile.tsx'
import { Menu } from '#ui/dialog/menu.tsx'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

export const Key = styled('kbd')({
  display: 'inline-block',
  minWidth: 20,
  padding: '0 5px',
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 4,
  font: font('500 12px/17px'),
  textAlign: 'center',
  color: colour('text2'),
})

type Props = { anchor: Element; chosen: string | null; onPick: (value: string) => void; onClose: () => void }
type Option = { value: string; shown: ReactNode; key?: string }

function PickMenu({ label, options, anchor, chosen, onPick, onClose }: Props & { label: string; options: readonly Option[] }) {
  const pick = (value: string) => {
    onClose()
    if (value !== chosen) onPick(value)
  }
  return (
    <Menu
      anchorEl={anchor}
      onClose={onClose}
      onKeyDown={({ key }) => {
        const wanted = options.find((option) => option.key === key)
        if (wanted) pick(wanted.value)
      }}
      slotProps={{ paper: { sx: { maxHeight: 400, minWidth: 220, borderRadius: '12px' } }, list: { 'aria-label': label } }}
    >
      {options.map(({ value, shown, key }) => (
        <MenuItem key={value} selected={value === chosen} sx={{ minHeight: 44, gap: 1.5 }} onClick={() => pick(value)}>
          <span style={{ flex: 1 }}>{shown}</span>
          {key && <Key aria-hidden="true">{key}</Key>}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Keys 0 to 4 choose from the least to the most serious rating. */
const RATINGS: readonly Option[] = Rating.options
  .map((value, i) => ({ value, shown: <RatingLine rating={value} />, key: String(i) }))
  .reverse()

export const RatingMenu = (props: Props) => <PickMenu {...props} label="Rate" options={RATINGS} />
