/**
 * The bundle has only the parts of OpenLayers that apps/web/src/map uses, which is the minimum size of any map that we could build. P2
 * compares our map with it.
 */
import { boundingExtent, buffer } from 'ol/extent.js'
import Feature from 'ol/Feature.js'
import Circle from 'ol/geom/Circle.js'
import LineString from 'ol/geom/LineString.js'
import MultiLineString from 'ol/geom/MultiLineString.js'
import Point from 'ol/geom/Point.js'
import { defaults } from 'ol/interaction/defaults.js'
import TileLayer from 'ol/layer/Tile.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import { fromLonLat, getPointResolution, toLonLat, transformExtent } from 'ol/proj.js'
import { textHeights } from 'ol/render/canvas.js'
import Cluster from 'ol/source/Cluster.js'
import VectorSource from 'ol/source/Vector.js'
import XYZ from 'ol/source/XYZ.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Icon from 'ol/style/Icon.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { createXYZ } from 'ol/tilegrid.js'
import { renderXYZTemplate } from 'ol/uri.js'
import View from 'ol/View.js'

// The bundler would remove unused imports, so they are assigned to the global object.
Object.assign(globalThis, {
  parts: [
    boundingExtent,
    buffer,
    Feature,
    Circle,
    LineString,
    MultiLineString,
    Point,
    defaults,
    TileLayer,
    VectorLayer,
    OlMap,
    fromLonLat,
    getPointResolution,
    toLonLat,
    transformExtent,
    textHeights,
    Cluster,
    VectorSource,
    XYZ,
    CircleStyle,
    Fill,
    Icon,
    Stroke,
    Style,
    Text,
    View,
    createXYZ,
    renderXYZTemplate,
  ],
})
