import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { iconWarningFill } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'

const Box = styled('section')({
  display: 'grid',
  gap: 10,
  padding: 14,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& h2': { display: 'flex', gap: 10, fontSize: 16, lineHeight: '24px', fontWeight: 600 },
  '& > p': { display: 'flex', gap: 12, padding: '8px 12px', borderRadius: 8, background: colour('surface'), color: colour('text') },
  '& b, & small': { display: 'block' },
  '& small': { fontSize: 14, color: colour('text2') },
  '& span': { minWidth: 0, overflowWrap: 'anywhere' },
  // One above the other where they would be too narrow for their words.
  '& > div': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 8 },
  '& > div > *': { padding: '0 8px' },
})

type Props = {
  /** As a question or a sentence. */
  heading: ReactNode
  mark: ReactNode
  title: string
  detail: ReactNode
  /** What can be done about it. */
  children: ReactNode
}

/** Something near that may be the same. Never stands in the way of saving. */
export const AlreadyReported = ({ heading, mark, title, detail, children }: Props) => (
  <Box aria-label="Already reported?">
    <h2>
      <Icon path={iconWarningFill} />
      {heading}
    </h2>
    <p>
      {mark}
      <span>
        <b>{title}</b>
        <small>{detail}</small>
      </span>
    </p>
    <div>{children}</div>
  </Box>
)
