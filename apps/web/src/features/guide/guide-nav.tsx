import { type GuidePage, groupPages } from '@trailwarden/site'
import { Fragment, useId, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown, iconMenuBook } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, rem, typography } from '#ui/theme/theme.ts'
import { addressOf, type Book } from './guide-pages.ts'

const Pages = styled('div')({
  '& h2': { ...typography.subtitle2, color: colour('text2'), padding: '12px 12px 4px' },
  '& hr': { border: 0, borderTop: `1px solid ${colour('line')}`, margin: 12 },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 44,
    padding: '0 12px',
    borderRadius: 8,
    font: font('500 15px/20px'),
    color: colour('text'),
    textDecoration: 'none',
  },
  '& a:hover': { background: colour('surfaceSunken') },
  '& a[aria-current=page]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer'), fontWeight: 600 },
})

type Props = { book: Book; pages: readonly GuidePage[]; current: GuidePage; onChoose?: () => void }

export function GuideNav({ book, pages, current, onChoose }: Props) {
  return (
    <Pages>
      {groupPages(pages).map((group) => (
        <Fragment key={group.name}>
          {group.name ? <h2>{group.name}</h2> : <hr />}
          <ul>
            {group.pages.map((page) => (
              <li key={page.path}>
                <Link to={addressOf(book, page.path)} aria-current={page.path === current.path ? 'page' : undefined} onClick={onChoose}>
                  {page.name}
                </Link>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </Pages>
  )
}

const Chooser = styled('nav')({
  padding: '12px 12px 0',
  '& > button': {
    display: 'flex',
    alignItems: 'center',
    gap: 14,
    width: '100%',
    minHeight: 56,
    padding: '6px 14px',
    font: 'inherit',
    textAlign: 'left',
    color: colour('text'),
    border: `1.5px solid ${colour('outline')}`,
    borderRadius: 8,
    background: colour('surface'),
    cursor: 'pointer',
    '& svg': { color: colour('link') },
    '& span': { flex: 1 },
    '& small': { display: 'block', fontSize: rem(13), lineHeight: rem(16), color: colour('text2') },
    '& b': { display: 'block', fontWeight: 600, fontSize: rem(16), lineHeight: rem(20) },
    '&[aria-expanded=true] svg:last-of-type': { transform: 'rotate(180deg)' },
  },
  '& > div': { marginTop: 4, padding: 8, border: `1px solid ${colour('line')}`, borderRadius: 12, background: colour('surface') },
  '& > div a': { minHeight: 48 },
})

export function GuideChooser({ book, pages, current }: Props) {
  const [open, setOpen] = useState(false)
  const list = useId()
  return (
    <Chooser aria-label="Choose a page">
      <button type="button" aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
        <Icon path={iconMenuBook} />
        <span>
          {current.group && <small>{current.group}</small>}
          <b>{current.name}</b>
        </span>
        <Icon path={iconKeyboardArrowDown} />
      </button>
      <div id={list} hidden={!open}>
        <GuideNav book={book} pages={pages} current={current} onChoose={() => setOpen(false)} />
      </div>
    </Chooser>
  )
}
