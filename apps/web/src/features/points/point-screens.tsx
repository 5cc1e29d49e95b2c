import { useParams } from 'react-router'
import { RecordScreens } from '#parts/record-screens.tsx'
import { PointAdd } from './point-add.tsx'
import { PointEdit } from './point-edit.tsx'
import { PointView } from './point-view.tsx'
import { TrailLineScreen } from './trail-line.tsx'

export { PointList } from './point-list.tsx'

const ADD = { title: 'Add a point', Screen: PointAdd }
const EDIT = { title: 'Edit point', Screen: PointEdit }

/** Beside those of a point, `/geopoints/line/{trail}`: another route would cost home some of its bytes. */
export const PointScreen = () =>
  useParams().verb === 'line' ? <TrailLineScreen /> : <RecordScreens add={ADD} edit={EDIT} View={PointView} />
