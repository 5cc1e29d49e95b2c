import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#parts/person/avatar.tsx'
import { type Column, columnText, type TableContext } from './column.ts'

/** The phone's own messaging app works without a data connection, a third party or a country code, which people often leave out. */
const messageTo = (phone: string) => `sms:${phone.trim().startsWith('+') ? '+' : ''}${phone.replace(/\D/g, '')}`

/** Everything except the at sign is encoded, so that an address can't add a Cc or a subject to the email. */
const mailTo = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

function typedContent<Row>(column: Column<Row>, row: Row, context: TableContext): ReactNode {
  const text = columnText(column, row, context)
  if (!text) return column.empty ? <span className="empty">{column.empty}</span> : null
  switch (column.type) {
    case 'icon-link':
      return (
        <Link className="icon-link" to={column.value(row) ?? ''} aria-label={column.label(row)}>
          {/* A styled `Icon` in every row would make typing slow. */}
          <svg viewBox="0 -960 960 960" aria-hidden="true">
            <path d={column.icon} />
          </svg>
        </Link>
      )
    case 'email':
      return <a href={mailTo(text)}>{text}</a>
    case 'messaging':
      return /\d/.test(text) ? <a href={messageTo(text)}>{text}</a> : text
    case 'avatar':
      return (
        <span className="person">
          <Avatar name={text} picture={column.picture?.(row)} size={32} />
          {text}
        </span>
      )
    default:
      return text
  }
}

function content<Row>(column: Column<Row>, row: Row, context: TableContext): ReactNode {
  const shown = column.render ? column.render(row) : typedContent(column, row, context)
  if (!column.detail) return column.primary ? <span className="title">{shown}</span> : shown
  const lines = (
    <>
      <span className="title">{shown}</span>
      <span className="detail">{column.detailShown?.(row) ?? column.detail(row)}</span>
    </>
  )
  if (!column.lead) return lines
  return (
    <span className="led">
      {column.lead(row)}
      <span>{lines}</span>
    </span>
  )
}

/** The number of the column sets where the column stays (table-styles.ts). */
export const fixedAttribute = <Row,>({ fixed }: Column<Row>, index: number) => (fixed ? { 'data-fixed': index + 1 } : {})

type CellsProps<Row> = { row: Row; columns: readonly Column<Row>[]; context: TableContext }

function PlainCells<Row>({ row, columns, context }: CellsProps<Row>) {
  return columns.map((column, i) => {
    const attributes = { 'data-type': column.type, ...fixedAttribute(column, i) }
    return column.primary ? (
      <th key={column.id} scope="row" {...attributes}>
        {content(column, row, context)}
      </th>
    ) : (
      <td key={column.id} {...attributes}>
        {content(column, row, context)}
      </td>
    )
  })
}

/** Typing in the search moves most rows without changing them, so cells are memoised. */
// The cast is safe because `memo` only loses the component's type parameter.
export const Cells = memo(PlainCells) as unknown as typeof PlainCells
