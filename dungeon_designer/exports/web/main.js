// Begin the coaches' page with what stands in it as data.

import { CoachesPage } from "./coaches_page.js";

globalThis.coachesPage = new CoachesPage(JSON.parse(document.querySelector("script[type='application/json']").textContent));
