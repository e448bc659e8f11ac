/** The module of the documentation. Every page works without it. */

import { copyOnPress } from './copy';
import { searchOnShortcut } from './search-shortcut';

copyOnPress();
searchOnShortcut();
