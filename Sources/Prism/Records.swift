// How each value stands in the files of the shelf, member by member. A member that
// is nil is left out; what an older or newer program wrote beside it is passed over.

extension Memory: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    current = try json.optional("current")
    previous = try json.optional("previous")
    intent = try json.optional("intent")
    daily = try json.optional("daily")
    isUndone = try json.optional("isUndone")
    resumed = try json.optional("resumed")
    ownMode = try json.optional("ownMode")
    pointed = try json.optional("pointed") ?? [:]
    hasTold = try json.optional("hasTold")
    hasToldOfMonitors = try json.optional("hasToldOfMonitors")
    source = try json.optional("source")
    isRecursive = try json.optional("isRecursive")
    isForAll = try json.optional("isForAll")
    trail = try json.optional("trail") ?? Trail()
  }

  package var stored: JSONValue {
    .members([
      "version": version.stored, "current": current?.stored, "previous": previous?.stored,
      "intent": intent?.stored, "daily": daily?.stored, "isUndone": isUndone?.stored,
      "resumed": resumed?.stored, "ownMode": ownMode?.stored,
      "pointed": pointed.isEmpty ? nil : pointed.stored, "hasTold": hasTold?.stored,
      "hasToldOfMonitors": hasToldOfMonitors?.stored,
      "source": source?.stored, "isRecursive": isRecursive?.stored,
      "isForAll": isForAll?.stored, "trail": trail.stored,
    ])
  }
}

extension Memory.Shown: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    wallpaper = try json.needed("wallpaper")
    dark = try json.optional("dark")
    own = try json.optional("own") ?? [:]
    screens = try json.optional("screens")
    showing = try json.needed("showing")
    desktop = try json.needed("desktop")
    scene = try json.needed("scene")
    time = try json.needed("time")
  }

  package var stored: JSONValue {
    .members([
      "wallpaper": wallpaper.stored, "dark": dark?.stored, "own": own.isEmpty ? nil : own.stored,
      "screens": screens?.stored, "showing": showing.stored, "desktop": desktop.stored,
      "scene": scene.stored, "time": time.stored,
    ])
  }
}

extension Memory.Intent: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    wallpaper = try json.needed("wallpaper")
    dark = try json.optional("dark")
    own = try json.optional("own") ?? [:]
    screens = try json.optional("screens")
    showing = try json.needed("showing")
    told = try json.optional("told") ?? showing
    desktop = try json.needed("desktop")
    before = try json.needed("before")
    cause = try json.optional("cause") ?? Cause(.set)
    time = try json.needed("time")
  }

  package var stored: JSONValue {
    .members([
      "wallpaper": wallpaper.stored, "dark": dark?.stored, "own": own.isEmpty ? nil : own.stored,
      "screens": screens?.stored, "showing": showing.stored,
      "told": told == showing ? nil : told.stored,
      "desktop": desktop.stored,
      "before": before.stored, "cause": cause.stored, "time": time.stored,
    ])
  }
}

extension Memory.OwnMode: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    desktop = try json.needed("desktop")
    own = try json.needed("own")
    ours = try json.needed("ours")
  }

  package var stored: JSONValue {
    .members(["desktop": desktop.stored, "own": own.stored, "ours": ours.stored])
  }
}

extension Memory.Resumed: Stored {
  package init(from json: Outline.Value) throws(Problem) { paths = try json.optional("paths") }
  package var stored: JSONValue { .members(["paths": paths?.stored]) }
}

extension Memory.Daily: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    id = try json.needed("id")
    day = try json.needed("day")
    asked = try json.needed("asked")
  }

  package var stored: JSONValue {
    .members(["id": id.stored, "day": day.stored, "asked": asked.stored])
  }
}

extension Day: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    state = try json.needed("state")
    date = try json.optional("date")
    next = try json.needed("next")
  }

  package var stored: JSONValue {
    .members(["state": state.stored, "date": date?.stored, "next": next.stored])
  }
}

extension Before: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    scenes = try json.needed("scenes")
  }

  package var stored: JSONValue {
    .members(["version": version.stored, "scenes": scenes.stored])
  }
}

extension Scene: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    values = try json.needed("values")
    paths = try json.needed("paths")
    visible = try json.optional("visible")
    places = try json.optional("places")
    root = try json.optional("root")
    saved = try json.optional("saved")
    tool = try json.optional("tool")
  }

  package var stored: JSONValue {
    .members([
      "values": values.stored, "paths": paths.stored, "visible": visible?.stored,
      "places": places?.stored,
      "root": root?.stored,
      "saved": saved?.stored, "tool": tool?.stored,
    ])
  }
}

extension RootWindow: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    server = try json.needed("server")
    width = try json.needed("width")
    height = try json.needed("height")
    windowManager = try json.optional("windowManager")
    coveredBy = try json.optional("coveredBy")
    sample = try json.optional("sample").map { (text: Pixels) in text.colours }
  }

  package var stored: JSONValue {
    .members([
      "server": server.stored, "width": width.stored, "height": height.stored,
      "windowManager": windowManager?.stored, "coveredBy": coveredBy?.stored,
      "sample": sample.map { Pixels(colours: $0).stored },
    ])
  }
}

extension Catalogue: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    pictures = try json.needed("pictures")
  }

  package var stored: JSONValue {
    .members(["version": version.stored, "pictures": pictures.stored])
  }
}

extension Catalogue.Kept: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    wallpaper = try json.needed("wallpaper")
    used = try json.needed("used")
    compositions = try json.optional("compositions") ?? []
  }

  package var stored: JSONValue {
    .members([
      "wallpaper": wallpaper.stored, "used": used.stored,
      "compositions": compositions.isEmpty ? nil : compositions.stored,
    ])
  }
}

extension Wallpaper: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    offer = try json.needed("offer")
    facts = try json.needed("facts")
    path = try json.needed("path")
    hash = try json.needed("hash")
    bytes = try json.needed("bytes")
    etag = try json.optional("etag")
    kept = try json.needed("kept")
  }

  package var stored: JSONValue {
    .members([
      "offer": offer.stored, "facts": facts.stored, "path": path.stored, "hash": hash.stored,
      "bytes": bytes.stored, "etag": etag?.stored, "kept": kept.stored,
    ])
  }
}

extension Offer: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    id = try json.needed("id")
    origin = try json.needed("origin")
    source = try json.needed("source")
    title = try json.optional("title")
    artist = try json.optional("artist")
    page = try json.optional("page")
    isRecord = try json.optional("isRecord") ?? false
  }

  package var stored: JSONValue {
    .members([
      "id": id.stored, "origin": origin.stored, "source": source.stored, "title": title?.stored,
      "artist": artist?.stored, "page": page?.stored, "isRecord": isRecord.stored,
    ])
  }
}

extension Origin: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    if let web = json["web"] {
      self = .web(url: try web.needed("url"))
    } else if let file = json["file"] {
      self = .file(path: try file.needed("path"))
    } else {
      throw json.mismatch("of the web or a file")
    }
  }

  package var stored: JSONValue {
    switch self {
    case .web(let url): .members(["web": .members(["url": url.stored])])
    case .file(let path): .members(["file": .members(["path": path.stored])])
    }
  }
}

extension Facts: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    format = try json.needed("format")
    width = try json.needed("width")
    height = try json.needed("height")
    orientation = try json.needed("orientation")
    isAnimated = try json.needed("isAnimated")
  }

  package var stored: JSONValue {
    .members([
      "format": format.stored, "width": width.stored, "height": height.stored,
      "orientation": orientation.stored, "isAnimated": isAnimated.stored,
    ])
  }
}

extension Entry: Stored {
  package init(from json: Outline.Value) throws(Problem) {
    time = try json.needed("time")
    id = try json.needed("id")
    title = try json.optional("title")
    artist = try json.optional("artist")
    source = try json.needed("source")
    path = try json.needed("path")
    desktop = try json.needed("desktop")
    monitors = try json.optional("monitors")
    result = try json.optional("result") ?? .set
  }

  package var stored: JSONValue {
    .members([
      "time": time.stored, "id": id.stored, "title": title?.stored, "artist": artist?.stored,
      "source": source.stored, "path": path.stored, "desktop": desktop.stored,
      "monitors": monitors?.stored, "result": result.stored,
    ])
  }
}

extension Format.Name: Stored {}
extension Entry.Result: Stored {}
extension Fit: Stored {}
extension Target: Stored {}
extension Day.State: Stored {}
