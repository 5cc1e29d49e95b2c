import type { ReactNode } from 'react'
import { Icon } from '#ui/icons/icon.tsx'
import { iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'

const Box = styled('section')({
  display: 'grid',
  gap: 10,
  padding: 14,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& h2': { display: 'flex', gap: 10, fontSize: rem(16), lineHeight: rem(24), fontWeight: 600 },
  '& > p': { display: 'flex', gap: 12, padding: '8px 12px', borderRadius: 8, background: colour('surface'), color: colour('text') },
  '& b, & small': { display: 'block' },
  '& small': { fontSize: rem(14), color: colour('text2') },
  '& span': { minWidth: 0, overflowWrap: 'anywhere' },
  '& > div': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 8 },
  '& > div > *': { padding: '0 8px' },
})

type Props = {
  heading: ReactNode
  mark: ReactNode
  title: string
  detail: ReactNode
  children: ReactNode
}

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
