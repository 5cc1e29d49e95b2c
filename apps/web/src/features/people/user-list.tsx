import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { Avatar, initialsOf } from '#parts/avatar.tsx'
import { reasonOf } from '#parts/reason.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconPersonAdd } from '#ui/icons.ts'
import { Notice } from '#ui/notice.tsx'
import { iconEdit } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'
import { askUsers, mayEdit } from './people.ts'

const Page = styled('div')({ display: 'grid', gap: 16, padding: 16 })

const Table = styled('table')(({ theme }) => ({
  ...theme.typography.body2,
  width: '100%',
  borderCollapse: 'collapse',
  '& th': { ...theme.typography.subtitle2, textAlign: 'left', color: colour('text2'), padding: '0 10px', height: 48 },
  '& td': { padding: '4px 10px', height: 52, borderTop: `1px solid ${colour('line')}`, overflowWrap: 'anywhere' },
  '& th:first-of-type, & td:first-of-type': { width: 75 },
  '& a': { color: colour('link') },
}))

const Name = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, fontWeight: 600 })

export function UserList() {
  const { site } = usePageData()
  const me = useSignedIn()
  const { answer } = useAnswer(askUsers)
  return (
    <Page>
      <div>
        <Button variant="contained" component={Link} to="/users/add">
          <Icon path={iconPersonAdd} />
          Add a user
        </Button>
      </div>
      {answer && !answer.ok && <Notice>{reasonOf(answer)}</Notice>}
      {answer?.ok && (
        <Card sx={{ overflowX: 'auto' }}>
          <Table>
            <thead>
              <tr>
                {['Edit', 'Name', 'Role', 'Email', 'Phone'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.value.users.map((user) => (
                <tr key={user.id}>
                  <td>
                    {mayEdit(me, user) && (
                      <IconButton component={Link} to={`/users/edit/${user.id}`} aria-label={`Edit ${user.displayName}`}>
                        <Icon path={iconEdit} />
                      </IconButton>
                    )}
                  </td>
                  <td>
                    <Name>
                      <Avatar>{initialsOf(user.displayName)}</Avatar>
                      {user.displayName}
                      {user.id === me.id && ' (you)'}
                    </Name>
                  </td>
                  <td>{site.roleTitles[user.role]}</td>
                  <td>
                    <a href={`mailto:${user.email}`}>{user.email}</a>
                  </td>
                  <td>{user.phone ? <a href={`tel:${user.phone.replace(/[^+\d]/g, '')}`}>{user.phone}</a> : 'No phone'}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Card>
      )}
    </Page>
  )
}
