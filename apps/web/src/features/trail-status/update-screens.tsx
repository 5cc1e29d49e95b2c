import { RecordScreens } from '#parts/record-screens.tsx'
import { UpdateAdd } from './update-add.tsx'
import { UpdateView } from './update-view.tsx'

const ADD = { title: 'Post an update', Screen: UpdateAdd }

/** An update is never edited: what was posted stays as it was seen. */
export const UpdateScreen = () => <RecordScreens add={ADD} View={UpdateView} />
