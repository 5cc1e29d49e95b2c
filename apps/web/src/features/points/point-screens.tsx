import { Navigate, useParams } from 'react-router'
import { useNamedScreen } from '#ui/screen-name.ts'
import { PointAdd } from './point-add.tsx'
import { PointEdit } from './point-edit.tsx'
import { PointView } from './point-view.tsx'

export { PointList } from './point-list.tsx'

function Titled({ title, children }: { title: string; children: React.ReactNode }) {
  useNamedScreen(title)
  return children
}

/** `/geopoints/add`, `/geopoints/edit/{id}` and `/geopoints/view/{id}`. One route: each costs home some of its bytes. */
export function PointScreen() {
  const { verb, id } = useParams()
  if (verb === 'add' && !id)
    return (
      <Titled title="Add a point">
        <PointAdd />
      </Titled>
    )
  if (verb === 'edit' && id)
    return (
      <Titled title="Edit point">
        <PointEdit />
      </Titled>
    )
  return verb === 'view' && id ? <PointView /> : <Navigate to="/404" replace />
}
