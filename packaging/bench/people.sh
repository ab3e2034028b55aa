#!/bin/sh
# people.sh ID FILE   the shell script that people write for the same rotation on GNOME:
# curl, python3, curl, three gsettings, no check of anything. It is even told the id.
set -e
documents=https://firestore.googleapis.com/v1/projects/prism-wallpapers/databases/\(default\)/documents
url=$(curl -sS "$documents/wall_of_the_day/current" "$documents/walls/$1" | python3 -c '
import json, sys
text, reader = sys.stdin.read(), json.JSONDecoder()
pointer, end = reader.raw_decode(text)
wall, _ = reader.raw_decode(text[end:].lstrip())
print(wall["fields"]["wallpaper_url"]["stringValue"])')
curl -sS -o "$2" "$url"
gsettings set org.gnome.desktop.background picture-uri "file://$2"
gsettings set org.gnome.desktop.background picture-uri-dark "file://$2"
gsettings set org.gnome.desktop.background picture-options zoom
